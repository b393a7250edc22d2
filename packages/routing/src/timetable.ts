/**
 * Times of a sequence of stops as a system of difference constraints: travel, windows, ride times
 * and duration each bound the difference of two begins of service. Raising every begin from its
 * lower bound to the least fixpoint is exact: the sequence has a timetable if and only if no begin
 * passes its upper bound. It replaces the eight steps of Cordeau and Laporte (2003), which look for
 * one good timetable and start from the same forward pass.
 */
import { tolerance } from './model.ts';

export interface Timetable {
  /** Number of stops, with start and end of the van. */
  size: number;
  durationMax: number;
  /** One entry for each position. */
  locations: Int32Array;
  services: Float64Array;
  /** Least time between the begins of service here and at the next position. */
  steps: Float64Array;
  /** Earliest begins of service. */
  starts: Float64Array;
  /** Latest begins of service. */
  latest: Float64Array;
  /** Position of the other stop of a request with a ride time, or -1. */
  partners: Int32Array;
  /** Maximum ride time of the stop's request. */
  rides: Float64Array;
}

export function newTimetable(capacity: number): Timetable {
  return {
    size: 0,
    durationMax: Infinity,
    locations: new Int32Array(capacity),
    services: new Float64Array(capacity),
    steps: new Float64Array(capacity),
    starts: new Float64Array(capacity),
    latest: new Float64Array(capacity),
    partners: new Int32Array(capacity),
    rides: new Float64Array(capacity),
  };
}

/** Raises begins to the least fixpoint; false if there is none below the upper bounds. */
export function raiseStarts(table: Timetable, from: number): boolean {
  const { starts, size } = table;
  // Bellman-Ford: more rounds than stops mean a cycle that has no solution.
  for (let round = 0, first = from; round <= size; round++, first = 1) {
    if (!raiseRides(table, first)) return false;
    const delay = (starts[size - 1] as number) - table.durationMax - (starts[0] as number);
    if (delay <= tolerance) return true;
    starts[0] = (starts[0] as number) + delay;
    if ((starts[0] as number) > (table.latest[0] as number) + tolerance) return false;
  }
  return false;
}

function raiseRides(table: Timetable, from: number): boolean {
  const { starts, latest, steps, size } = table;
  let budget = size * size;
  for (let k = Math.max(1, from); k < size; k++) {
    const reached = (starts[k - 1] as number) + (steps[k - 1] as number);
    if (reached > (starts[k] as number)) starts[k] = reached;
    if ((starts[k] as number) > (latest[k] as number) + tolerance) return false;
    const pickup = table.partners[k] as number;
    if (pickup < 0 || pickup > k || !raisePickup(table, k, pickup)) continue;
    if ((starts[pickup] as number) > (latest[pickup] as number) + tolerance) return false;
    if (budget-- === 0) return false;
    k = pickup;
  }
  return true;
}

/** Delays a pickup until the ride ends in time. */
function raisePickup(table: Timetable, delivery: number, pickup: number): boolean {
  const ride = (table.rides[delivery] as number) + (table.services[pickup] as number);
  const bound = (table.starts[delivery] as number) - ride;
  if (bound <= (table.starts[pickup] as number) + tolerance) return false;
  table.starts[pickup] = bound;
  return true;
}

/** Lowers the upper bounds to the greatest fixpoint, for a sequence that has a timetable. */
export function lowerLatest(table: Timetable): void {
  const { latest, size } = table;
  const last = size - 1;
  for (let round = 0; round <= size; round++) {
    lowerRides(table);
    const bound = (latest[0] as number) + table.durationMax;
    if ((latest[last] as number) <= bound + tolerance) return;
    latest[last] = bound;
  }
}

function lowerRides(table: Timetable): void {
  const { latest, steps, size } = table;
  let budget = size * size;
  for (let k = size - 2; k >= 0; k--) {
    const bound = (latest[k + 1] as number) - (steps[k] as number);
    if (bound < (latest[k] as number)) latest[k] = bound;
    const delivery = table.partners[k] as number;
    if (delivery < k) continue;
    const ride = (table.rides[k] as number) + (table.services[k] as number);
    const end = (latest[k] as number) + ride;
    if ((latest[delivery] as number) <= end + tolerance) continue;
    latest[delivery] = end;
    if (budget-- === 0) return;
    k = delivery;
  }
}
