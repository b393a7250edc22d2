/**
 * Cheapest insertion of a request into a route. Windows are judged in constant time per pair of
 * gaps by earliest departures and latest begins (forward time slack); ride times, duration and a
 * pause are proved by a timetable, only for an insertion that would be the best.
 */
import { type CandidateRoute, isTimelyWith, newCandidate } from './candidate.ts';
import { type Model, tolerance } from './model.ts';
import type { RandomSource } from './random.ts';
import { holdsOnBoard, type VanRoute } from './route.ts';

export interface Probe {
  readonly model: Model;
  route: VanRoute;
  request: number;
  /** Bound before the search, cost after it. */
  best: number;
  /** Gaps after which the stops are inserted, in positions of the route without them. */
  pickupAt: number;
  deliveryAt: number;
  /** Cost of the delivery in each gap, infinite where windows forbid it, and its suffix minimum. */
  detours: Float64Array;
  floors: Float64Array;
  /** Cost of the pickup in the gap under trial. */
  pickupDetour: number;
  /** Gaps that the delivery's window admits. */
  deliveryFirst: number;
  deliveryLast: number;
  /** Share of the pairs of gaps that are overlooked. */
  overlook: number;
  readonly random: RandomSource;
  readonly candidate: CandidateRoute;
}

const initialCapacity = 64;

export function newProbe(model: Model, route: VanRoute, random: RandomSource): Probe {
  return {
    model,
    route,
    request: 0,
    best: Infinity,
    pickupAt: -1,
    deliveryAt: -1,
    detours: new Float64Array(initialCapacity),
    floors: new Float64Array(initialCapacity),
    pickupDetour: 0,
    deliveryFirst: 0,
    deliveryLast: -1,
    overlook: 0,
    random,
    candidate: newCandidate(),
  };
}

/** Searches for an insertion that costs less than `limit`; `deliveryAt` is -1 without one. */
export function findInsertion(probe: Probe, limit: number): void {
  const { model, route, request } = probe;
  probe.best = limit;
  probe.pickupAt = -1;
  probe.deliveryAt = -1;
  const first = route.lockedSize - 1;
  prepareDelivery(probe, first);
  const last = probe.deliveryLast;
  if (model.held[request] === 1) {
    findDelivery(probe, first);
    return;
  }
  const end = route.kind.latest[2 * request] as number;
  const begin = (model.begins[2 * request] as number) - tolerance;
  for (let gap = first; gap <= last; gap++) {
    if ((route.leaves[gap] as number) > end) return;
    if ((route.latest[gap + 1] as number) < begin || !fitsOnBoard(probe, gap)) continue;
    tryPickup(probe, gap);
  }
}

/** Delivery of goods whose pickup is done or locked: they are on board until then. */
function findDelivery(probe: Probe, firstGap: number): void {
  const { model, route, request, deliveryFirst, deliveryLast } = probe;
  probe.candidate.pickupAt = -1;
  for (let gap = firstGap; gap <= deliveryLast; gap++) {
    if (!holdsOnBoard(model, route, { request, position: gap })) return;
    const cost = gap < deliveryFirst ? Infinity : (probe.detours[gap] as number);
    if (cost < probe.best) accept(probe, gap, cost);
  }
}

/** Finds the gaps that admit the delivery by its window, and what it costs in each. */
function prepareDelivery(probe: Probe, firstGap: number): void {
  const { model, route, request } = probe;
  if (route.size > probe.detours.length) {
    probe.detours = new Float64Array(2 * route.size);
    probe.floors = new Float64Array(2 * route.size);
  }
  const { leaves, latest } = route;
  const node = 2 * request + 1;
  const end = (route.kind.latest[node] as number) + tolerance;
  const begin = (model.begins[node] as number) - tolerance;
  let last = route.size - 2;
  while (last >= firstGap && (leaves[last] as number) > end) last--;
  let first = last + 1;
  let floor = Infinity;
  while (first > firstGap && (latest[first] as number) >= begin) {
    first--;
    const detour = deliveryDetour(probe, node, first);
    probe.detours[first] = detour;
    if (detour < floor) floor = detour;
    probe.floors[first] = floor;
  }
  probe.deliveryFirst = first;
  probe.deliveryLast = last;
}

function deliveryDetour({ model, route }: Probe, node: number, gap: number): number {
  const { size, times, distances } = model;
  const place = model.locations[node] as number;
  const from = (route.locations[gap] as number) * size;
  const next = route.locations[gap + 1] as number;
  const travel = times[from + place] as number;
  const reached = (route.leaves[gap] as number) + travel;
  const begin = model.begins[node] as number;
  const start = Math.max(reached, begin);
  if (start > (route.kind.latest[node] as number) + tolerance) return Infinity;
  const onward = (times[place * size + next] as number) + (model.services[node] as number);
  if (start + onward > (route.latest[gap + 1] as number) + tolerance) return Infinity;
  if (!route.kind.isPlain) {
    const added = travel + onward - (times[from + next] as number);
    if (added > (route.rideSlacks[gap] as number) + tolerance) return Infinity;
  }
  const away = (distances[from + place] as number) + (distances[place * size + next] as number);
  return away - (distances[from + next] as number);
}

/** Whether the request may be on board between this stop and the next. */
function fitsOnBoard({ model, route, request }: Probe, position: number): boolean {
  const { dimensions } = model;
  const { capacity } = route.kind;
  for (let c = 0; c < dimensions; c++) {
    const load = route.loads[position * dimensions + c] as number;
    const added = model.loads[request * dimensions + c] as number;
    if (load + added > (capacity[c] as number) + tolerance) return false;
  }
  return ((route.goods[position] as number) & (model.conflicts[request] as number)) === 0;
}

/** Judges the pickup in a gap by windows and cost, then walks on for the delivery. */
function tryPickup(probe: Probe, gap: number): void {
  const { model, route } = probe;
  const { size, times, distances } = model;
  probe.candidate.pickupAt = gap;
  const node = 2 * probe.request;
  const place = model.locations[node] as number;
  const before = (route.locations[gap] as number) * size;
  const next = route.locations[gap + 1] as number;
  const reached = (route.leaves[gap] as number) + (times[before + place] as number);
  const begin = model.begins[node] as number;
  const start = Math.max(reached, begin);
  if (start > (route.kind.latest[node] as number) + tolerance) return;
  const service = model.services[node] as number;
  const onward = (times[place * size + next] as number) + service;
  if (start + onward > (route.latest[gap + 1] as number) + tolerance) return;
  const added = (times[before + place] as number) + onward - (times[before + next] as number);
  if (!route.kind.isPlain && added > (route.rideSlacks[gap] as number) + tolerance) return;
  const there = distances[before + place] as number;
  const detour =
    there + (distances[place * size + next] as number) - (distances[before + next] as number);
  const away = model.locations[node + 1] as number;
  const direct = there + (distances[place * size + away] as number);
  const nearBy = direct + (distances[away * size + next] as number);
  const adjacent = nearBy - (distances[before + next] as number);
  if (adjacent < probe.best) tryAdjacent(probe, start + service, adjacent);
  probe.pickupDetour = detour;
  if (gap < probe.deliveryLast) walk(probe, gap, start + service);
}

/** Delivery right after the pickup. */
function tryAdjacent(probe: Probe, leave: number, cost: number): void {
  const gap = probe.candidate.pickupAt;
  const { model, route, request } = probe;
  const { size, times } = model;
  const place = model.locations[2 * request + 1] as number;
  const travel = times[(model.locations[2 * request] as number) * size + place] as number;
  if (travel > (model.rideMax[request] as number) + tolerance) return;
  const start = Math.max(leave + travel, model.begins[2 * request + 1] as number);
  if (start > (route.kind.latest[2 * request + 1] as number) + tolerance) return;
  const next = route.locations[gap + 1] as number;
  const service = model.services[2 * request + 1] as number;
  const reached = start + service + (times[place * size + next] as number);
  if (reached <= (route.latest[gap + 1] as number) + tolerance) accept(probe, gap, cost);
}

/** Delivery after each later stop, while the goods may stay on board. */
function walk(probe: Probe, gap: number, leaveFirst: number): void {
  const { model, route, request, floors, pickupDetour } = probe;
  const { size, times } = model;
  const { locations, begins, services, latest } = route;
  const rideMax = (model.rideMax[request] as number) + tolerance;
  const target = model.locations[2 * request + 1] as number;
  let row = (model.locations[2 * request] as number) * size;
  let leave = leaveFirst;
  let ride = 0;
  const { deliveryFirst, deliveryLast } = probe;
  for (let k = gap + 1; k <= deliveryLast; k++) {
    const floor = floors[Math.max(k, deliveryFirst)] as number;
    if (pickupDetour + floor >= probe.best) return;
    const here = locations[k] as number;
    const travel = times[row + here] as number;
    const start = Math.max(leave + travel, begins[k] as number);
    if (start > (latest[k] as number) + tolerance) return;
    if (!fitsOnBoard(probe, k)) return;
    leave = start + (services[k] as number);
    ride += travel + (services[k] as number);
    row = here * size;
    if (ride > rideMax) return;
    const isShort = ride + (times[row + target] as number) <= rideMax;
    if (isShort && k >= deliveryFirst) tryDelivery(probe, k, leave);
  }
}

function tryDelivery(probe: Probe, gap: number, leave: number): void {
  const cost = probe.pickupDetour + (probe.detours[gap] as number);
  if (cost < probe.best && deliversInTime(probe, gap, leave)) accept(probe, gap, cost);
}

function deliversInTime({ model, route, request }: Probe, gap: number, leave: number): boolean {
  const { size, times } = model;
  const node = 2 * request + 1;
  const place = model.locations[node] as number;
  const from = (route.locations[gap] as number) * size;
  const start = Math.max(leave + (times[from + place] as number), model.begins[node] as number);
  if (start > (route.kind.latest[node] as number) + tolerance) return false;
  const next = route.locations[gap + 1] as number;
  const onward = (model.services[node] as number) + (times[place * size + next] as number);
  return start + onward <= (route.latest[gap + 1] as number) + tolerance;
}

/** Keeps the pair of gaps under trial if it has a timetable. */
function accept(probe: Probe, deliveryAt: number, cost: number): void {
  const { model, route, candidate } = probe;
  if (probe.overlook > 0 && probe.random.real() < probe.overlook) return;
  candidate.request = probe.request;
  candidate.deliveryAt = deliveryAt;
  if (!route.kind.isPlain && !isTimelyWith(model, route, candidate)) return;
  probe.best = cost;
  probe.pickupAt = candidate.pickupAt;
  probe.deliveryAt = deliveryAt;
}
