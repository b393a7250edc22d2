/** What ruin, recreation, fleet and annealing share. */
import type { SearchClock } from './clock.ts';
import type { Model } from './model.ts';
import type { Plan, Snapshot } from './plan.ts';
import type { RandomSource } from './random.ts';
import type { Recreation } from './recreate.ts';
import type { Ruin } from './ruin.ts';

export interface Search {
  readonly plan: Plan;
  readonly random: RandomSource;
  readonly ruin: Ruin;
  readonly recreation: Recreation;
  readonly clock: SearchClock;
  readonly best: Snapshot;
}

/** Draws an order of insertion: at random, large, far, near, or tight in time first. */
export function drawOrder({ plan, random, recreation }: Search): void {
  const { model, absent, absentCount } = plan;
  const order = random.below(10);
  for (let i = 0; i < absentCount; i++) {
    const request = absent[i] as number;
    recreation.keys[request] = order < 4 ? random.real() : orderKey(model, request, order);
  }
}

function orderKey(model: Model, request: number, order: number): number {
  const { kinds, begins, locations, times, size } = model;
  const latest = kinds[0]?.latest as Float64Array;
  const pickup = 2 * request;
  const slack = (latest[pickup] as number) - (begins[pickup] as number);
  const slackAfter = (latest[pickup + 1] as number) - (begins[pickup + 1] as number);
  const from = (locations[pickup] as number) * size;
  const length = times[from + (locations[pickup + 1] as number)] as number;
  if (order < 6) return -(model.loads[request * model.dimensions] as number);
  if (order === 6) return -length;
  if (order === 7) return length;
  if (order === 8) return Math.min(slack, slackAfter);
  return begins[pickup] as number;
}
