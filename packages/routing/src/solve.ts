/** Solver of pickup and delivery problems: construction, fewer vans, then a cheaper plan. */
import { type AnnealSchedule, anneal } from './anneal.ts';
import { type SearchLimits, startClock } from './clock.ts';
import { shrinkFleet } from './fleet.ts';
import { buildModel } from './model.ts';
import { beginChange, commit, newPlan, newSnapshot, takeSnapshot } from './plan.ts';
import type { RoutingProblem } from './problem.ts';
import { seededRandom } from './random.ts';
import { newRecreation, recreate } from './recreate.ts';
import { newRuin } from './ruin.ts';
import { drawOrder, type Search } from './search.ts';
import { describePlan, type RoutingPlan } from './solution.ts';

export interface SolveOptions extends SearchLimits {
  readonly seed: number;
}

const annealing: AnnealSchedule = { hot: 2, cold: 0.02, cycles: 3 };
const fleetShare = 0.3;

export function solveRouting(problem: RoutingProblem, options: SolveOptions): RoutingPlan {
  const clock = startClock(options);
  const plan = newPlan(buildModel(problem));
  const random = seededRandom(options.seed);
  const recreation = newRecreation(plan, random);
  const best = newSnapshot(plan);
  const search: Search = { plan, random, ruin: newRuin(plan, random), recreation, clock, best };
  beginChange(plan);
  drawOrder(search);
  recreate(recreation, Infinity);
  commit(plan);
  takeSnapshot(plan, best);
  if (problem.objective.vehicle > 0) shrinkFleet(search, fleetShare);
  anneal(search, annealing);
  return describePlan(plan, clock.iterations);
}
