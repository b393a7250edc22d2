/** Timetable of a route with one more request in it, and with the pause of its van. */
import { type Model, tolerance } from './model.ts';
import type { RoutingBreak } from './problem.ts';
import type { VanRoute } from './route.ts';
import { newTimetable, raiseStarts, type Timetable } from './timetable.ts';

export interface CandidateRoute {
  request: number;
  /** Gap of the pickup, or -1 where the route has it. */
  pickupAt: number;
  deliveryAt: number;
  table: Timetable;
  /** The same with a pause. */
  paused: Timetable;
}

const initialCapacity = 64;

export const newCandidate = (): CandidateRoute => ({
  request: 0,
  pickupAt: -1,
  deliveryAt: -1,
  table: newTimetable(initialCapacity),
  paused: newTimetable(initialCapacity),
});

/** Whether windows, ride times, duration and pause can be held with the request inserted. */
export function isTimelyWith(model: Model, route: VanRoute, candidate: CandidateRoute): boolean {
  const size = route.size + 2;
  if (size + 1 > candidate.table.locations.length) {
    candidate.table = newTimetable(2 * size);
    candidate.paused = newTimetable(2 * size);
  }
  const { table, pickupAt } = candidate;
  table.size = pickupAt < 0 ? size - 1 : size;
  table.durationMax = route.durationMax;
  copyRoute(route, candidate);
  placeRequest(model, route, candidate);
  if (!raiseStarts(table, Math.max(1, pickupAt))) return false;
  return route.kind.pause === undefined || pauseFits(candidate, route.kind.pause);
}

function copyRoute(route: VanRoute, { table, pickupAt, deliveryAt }: CandidateRoute): void {
  const shift = pickupAt < 0 ? 0 : 1;
  const pickupGap = pickupAt < 0 ? deliveryAt : pickupAt;
  for (let k = 0; k < route.size; k++) {
    const moved = k > deliveryAt ? shift + 1 : k > pickupGap ? shift : 0;
    const to = k + moved;
    table.locations[to] = route.locations[k] as number;
    table.services[to] = route.services[k] as number;
    table.steps[to] = route.steps[k] as number;
    table.starts[to] = route.starts[k] as number;
    table.latest[to] = route.latest[k] as number;
    table.rides[to] = route.rides[k] as number;
    const other = route.partners[k] as number;
    const otherMoved = other > deliveryAt ? shift + 1 : other > pickupGap ? shift : 0;
    table.partners[to] = other < 0 ? -1 : other + otherMoved;
  }
}

function placeRequest(model: Model, route: VanRoute, candidate: CandidateRoute): void {
  const { table, request, pickupAt, deliveryAt } = candidate;
  const ride = model.rideMax[request] as number;
  const delivery = deliveryAt + (pickupAt < 0 ? 1 : 2);
  let pickup = pickupAt + 1;
  if (pickupAt < 0) pickup = route.nodes.indexOf(2 * request, 1);
  else placeNode(model, candidate, pickup);
  placeNode(model, candidate, delivery);
  measureSteps(model, table, delivery);
  if (pickupAt >= 0) measureSteps(model, table, pickup);
  table.latest[delivery] = route.kind.latest[2 * request + 1] as number;
  if (pickupAt >= 0) table.latest[pickup] = route.kind.latest[2 * request] as number;
  table.rides[delivery] = ride;
  table.rides[pickup] = ride;
  table.partners[delivery] = ride < Infinity ? pickup : -1;
  table.partners[pickup] = ride < Infinity ? delivery : -1;
}

/** Computes the steps to a position and from it. */
function measureSteps({ size, times }: Model, table: Timetable, position: number): void {
  const { locations, services, steps } = table;
  for (let k = position - 1; k <= position; k++) {
    const travel = times[(locations[k] as number) * size + (locations[k + 1] as number)] as number;
    steps[k] = (services[k] as number) + travel;
  }
}

/** Writes the pickup before the delivery, so that the second call is the delivery's. */
function placeNode(
  model: Model,
  { table, request, deliveryAt, pickupAt }: CandidateRoute,
  k: number,
) {
  const isDelivery = k === deliveryAt + (pickupAt < 0 ? 1 : 2);
  const node = 2 * request + (isDelivery ? 1 : 0);
  table.locations[k] = model.locations[node] as number;
  table.services[k] = model.services[node] as number;
  table.starts[k] = model.begins[node] as number;
}

function pauseFits({ table, paused }: CandidateRoute, pause: RoutingBreak): boolean {
  if (isBackBefore(table, pause)) return true;
  for (let after = 0; after < table.size - 1; after++) {
    if (pausesAfter(table, paused, { after, pause })) return true;
  }
  return false;
}

/** Whether the van needs no pause on its way. */
export function isBackBefore(table: Timetable, pause: RoutingBreak): boolean {
  return (table.starts[table.size - 1] as number) <= pause.end + tolerance;
}

/**
 * Tries the pause after a stop of a timetable that has the least begins without it; `paused` is the
 * timetable with the pause then.
 */
export function pausesAfter(table: Timetable, paused: Timetable, place: PauseAt): boolean {
  const { after, pause } = place;
  const free = (table.starts[after] as number) + (table.services[after] as number);
  if (free > pause.end + tolerance) return false;
  insertPause(table, paused, place);
  return raiseStarts(paused, after + 1);
}

interface PauseAt {
  readonly after: number;
  readonly pause: RoutingBreak;
}

/** Copies a timetable with the pause as a stop where the van stands. */
function insertPause(from: Timetable, to: Timetable, { after, pause }: PauseAt): void {
  to.size = from.size + 1;
  to.durationMax = from.durationMax;
  for (let k = 0; k < from.size; k++) {
    const at = k > after ? k + 1 : k;
    to.services[at] = from.services[k] as number;
    to.steps[at] = from.steps[k] as number;
    to.starts[at] = from.starts[k] as number;
    to.latest[at] = from.latest[k] as number;
    to.rides[at] = from.rides[k] as number;
    const other = from.partners[k] as number;
    to.partners[at] = other > after ? other + 1 : other;
  }
  const service = from.services[after] as number;
  to.steps[after] = service;
  to.steps[after + 1] = (from.steps[after] as number) - service + pause.length;
  to.services[after + 1] = pause.length;
  to.starts[after + 1] = pause.begin;
  to.latest[after + 1] = pause.end;
  to.partners[after + 1] = -1;
}
