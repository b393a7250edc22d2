/** Plan as the caller reads it, with the earliest times that hold every constraint. */
import { isBackBefore, pausesAfter } from './candidate.ts';
import type { Plan } from './plan.ts';
import type { LockedStop, RoutingBreak } from './problem.ts';
import type { VanRoute } from './route.ts';
import { newTimetable } from './timetable.ts';

export interface RoutingVisit extends LockedStop {
  /** Begin of service. */
  readonly start: number;
}

export interface RoutingTour {
  readonly vehicle: number;
  /** Goods on board begin with a pickup where and when the van starts. */
  readonly visits: readonly RoutingVisit[];
  readonly leavesAt: number;
  readonly returnsAt: number;
  /** Begin of the pause; absent where the van needs none on its way. */
  readonly pauseAt?: number;
}

export interface RoutingPlan {
  /** Sum of the objective's prices. */
  readonly cost: number;
  readonly tours: readonly RoutingTour[];
  /** Requests that are left out. */
  readonly unplaced: readonly number[];
  readonly iterations: number;
}

export function describePlan(plan: Plan, iterations: number): RoutingPlan {
  return {
    cost: plan.cost,
    tours: plan.routes.filter(({ size }) => size > 2).map(describeRoute),
    unplaced: [...plan.absent.subarray(0, plan.absentCount)],
    iterations,
  };
}

function describeRoute(route: VanRoute): RoutingTour {
  const { size, vehicle, kind } = route;
  const paused = kind.pause && pausedTimes(route, kind.pause);
  const { times, pauseAt } = paused ?? { times: [...route.starts], pauseAt: undefined };
  return {
    vehicle,
    visits: [...route.nodes.subarray(1, size - 1)].map((node, index) => ({
      request: node >> 1,
      kind: node & 1 ? 'delivery' : 'pickup',
      start: times[index + 1] as number,
    })),
    leavesAt: times[0] as number,
    returnsAt: times[size - 1] as number,
    ...(pauseAt !== undefined && { pauseAt }),
  };
}

/** Times with the pause that lets the van return earliest; undefined where it needs none. */
function pausedTimes(route: VanRoute, pause: RoutingBreak) {
  if (isBackBefore(route, pause)) return undefined;
  const { size } = route;
  const paused = newTimetable(size + 1);
  let best: { times: number[]; pauseAt: number | undefined } | undefined;
  for (let after = 0; after < size - 1; after++) {
    if (!pausesAfter(route, paused, { after, pause })) continue;
    const times = [...paused.starts];
    const [pauseAt] = times.splice(after + 1, 1);
    const isEarlier = (times[size - 1] as number) < (best?.times[size - 1] ?? Infinity);
    if (isEarlier) best = { times, pauseAt };
  }
  return best;
}
