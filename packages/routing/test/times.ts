/** Whether a sequence of visits has times, by relaxation of all difference constraints at once. */
import type { RoutingProblem, RoutingVehicle } from '../src/problem.ts';

export interface Visit {
  readonly request: number;
  readonly kind: 'pickup' | 'delivery' | 'onBoard';
  readonly location: number;
  readonly begin: number;
  readonly end: number;
  readonly service: number;
}

export type ShiftOf = Omit<RoutingVehicle, 'pause'> & {
  pause?: RoutingVehicle['pause'] | undefined;
};

/** Event `to` lies at least `gap` after event `from`. */
type Edge = readonly [from: number, to: number, gap: number];

export function hasTimes(problem: RoutingProblem, van: ShiftOf, visits: readonly Visit[]): boolean {
  const { pause } = van;
  const places = [van.start, ...visits.map(({ location }) => location), van.end];
  const services = [0, ...visits.map(({ service }) => service), 0];
  const last = places.length - 1;
  const edges = rideEdges(problem, visits);
  edges.push([last, 0, -(van.durationMax ?? Infinity)]);
  const steps = services.slice(0, last).map((service, k) => {
    const travel =
      problem.travel.times[(places[k] ?? 0) * problem.travel.size + (places[k + 1] ?? 0)];
    return { service, travel: travel ?? Infinity };
  });
  const lows = [van.shiftBegin, ...visits.map(({ begin }) => begin), van.shiftBegin];
  const highs = [van.shiftEnd, ...visits.map(({ end }) => end), van.shiftEnd];
  const tries = steps.map(({ service, travel }, k): Edge => [k, k + 1, service + travel]);
  if (!pause) return isSolvable([...edges, ...tries], lows, highs);
  const early = highs.with(last, Math.min(van.shiftEnd, pause.end));
  if (isSolvable([...edges, ...tries], lows, early)) return true;
  return steps.some(({ service, travel }, k) => {
    const paused: Edge[] = [
      [k, last + 1, service],
      [last + 1, k + 1, pause.length + travel],
    ];
    return isSolvable(
      [...edges, ...tries, ...paused],
      [...lows, pause.begin],
      [...highs, pause.end],
    );
  });
}

function rideEdges({ requests }: RoutingProblem, visits: readonly Visit[]): Edge[] {
  return visits.flatMap(({ request, kind, service }, k): Edge[] => {
    const rideMax = requests[request]?.rideMax;
    const delivery = visits.findIndex((v) => v.request === request && v.kind === 'delivery');
    if (kind !== 'pickup' || delivery < 0 || rideMax === undefined) return [];
    return [[delivery + 1, k + 1, -(rideMax + service)]];
  });
}

function isSolvable(
  edges: readonly Edge[],
  lows: readonly number[],
  highs: readonly number[],
): boolean {
  const times = [...lows];
  for (let round = 0; round <= times.length; round++) {
    let isStill = true;
    for (const [from, to, gap] of edges) {
      const bound = (times[from] ?? 0) + gap;
      if (bound <= (times[to] ?? 0) + 1e-9) continue;
      times[to] = bound;
      isStill = false;
    }
    if (times.some((time, k) => time > (highs[k] ?? 0) + 1e-9)) return false;
    if (isStill) return true;
  }
  return false;
}
