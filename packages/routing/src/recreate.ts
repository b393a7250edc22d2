/**
 * Greedy insertion with blinks (Christiaens and Vanden Berghe, 2020) over costs that are cached by
 * request, van and version of its route, so that only routes that changed are searched.
 */
import { findInsertion, newProbe, type Probe } from './insertion.ts';
import { type InsertionPlace, insertRequest, type Plan } from './plan.ts';
import type { RandomSource } from './random.ts';
import type { VanRoute } from './route.ts';

/** Share of routes where an insertion blinks: at least this, more where there are few requests. */
const blinkMin = 0.01;
const blinksPerOrder = 0.25;
/** Share of blinks that skip the route; the others overlook a share of its pairs of gaps. */
const skipShare = 0.5;
const overlookShare = 0.4;

export interface Recreation {
  readonly plan: Plan;
  readonly random: RandomSource;
  readonly probe: Probe;
  /** One entry for each request and van. A cost whose `deliveryAt` is -1 is a lower bound. */
  readonly versions: Int32Array;
  readonly costs: Float64Array;
  readonly pickups: Int16Array;
  readonly deliveries: Int16Array;
  /** Empty vans of one kind are tried once: search in which a kind was last tried. */
  readonly triedIn: Int32Array;
  search: number;
  /** Share of routes that are overlooked, or searched with some of their gaps overlooked. */
  blink: number;
  untilBlink: number;
  readonly keys: Float64Array;
  readonly best: InsertionPlace;
}

export function newRecreation(plan: Plan, random: RandomSource): Recreation {
  const { requestCount, vehicleCount, kinds } = plan.model;
  const entries = requestCount * vehicleCount;
  return {
    plan,
    random,
    probe: newProbe(plan.model, plan.routes[0] as VanRoute, random),
    versions: new Int32Array(entries),
    costs: new Float64Array(entries),
    pickups: new Int16Array(entries),
    deliveries: new Int16Array(entries),
    triedIn: new Int32Array(kinds.length),
    search: 0,
    blink: Math.max(blinkMin, blinksPerOrder / requestCount),
    untilBlink: 0,
    keys: new Float64Array(requestCount),
    best: { vehicle: -1, pickupAt: -1, deliveryAt: -1 },
  };
}

/**
 * Inserts absent requests in the order of `keys`, each where it costs least. Gives up, and returns
 * false, once the plan cannot cost less than the bound: no insertion makes it cheaper.
 */
export function recreate(recreation: Recreation, bound: number): boolean {
  const { plan, keys, best } = recreation;
  const { absent } = plan;
  const { prices } = plan.model;
  const count = plan.absentCount;
  absent.subarray(0, count).sort((a, b) => (keys[a] as number) - (keys[b] as number));
  let waiting = 0;
  for (let i = 0; i < count; i++) waiting += prices[absent[i] as number] as number;
  let left = 0;
  for (let i = 0; i < count; i++) {
    const request = absent[i] as number;
    const price = prices[request] as number;
    const room = bound - (plan.cost - waiting);
    if (findPlace(recreation, request, Math.min(price, room))) {
      insertRequest(plan, request, best);
    } else {
      if (price >= room) return false;
      absent[left++] = request;
    }
    waiting -= price;
  }
  plan.absentCount = left;
  return true;
}

/** Cheapest place of a request, if it costs less than the limit. */
function findPlace(recreation: Recreation, request: number, most: number): boolean {
  const { plan, best } = recreation;
  const { model } = plan;
  recreation.search++;
  best.vehicle = -1;
  let limit = most;
  const fixed = model.fixed[request] as number;
  const first = Math.max(fixed, 0);
  const end = fixed < 0 ? model.vehicleCount : fixed + 1;
  for (let vehicle = first; vehicle < end; vehicle++) {
    if (!isCandidate(recreation, vehicle, request)) continue;
    const entry = request * model.vehicleCount + vehicle;
    const cost = placeCost(recreation, entry, limit);
    if (cost < limit) limit = choosePlace(recreation, entry, limit);
  }
  return best.vehicle >= 0;
}

/** Makes a place that is below the limit the best, unless it blinks. Returns the limit from then. */
function choosePlace(recreation: Recreation, entry: number, limit: number): number {
  const { plan, probe, best } = recreation;
  const vehicle = entry % plan.model.vehicleCount;
  let cost = recreation.costs[entry] as number;
  let pickupAt = recreation.pickups[entry] as number;
  let deliveryAt = recreation.deliveries[entry] as number;
  if (blinks(recreation)) {
    if (recreation.random.real() < skipShare) return limit;
    probe.overlook = overlookShare;
    cost = searchRoute(recreation, entry, limit);
    probe.overlook = 0;
    if (probe.deliveryAt < 0) return limit;
    pickupAt = probe.pickupAt;
    deliveryAt = probe.deliveryAt;
  }
  best.vehicle = vehicle;
  best.pickupAt = pickupAt;
  best.deliveryAt = deliveryAt;
  return cost;
}

function isCandidate(recreation: Recreation, vehicle: number, request: number): boolean {
  const { plan, triedIn, search } = recreation;
  const route = plan.routes[vehicle] as VanRoute;
  if (plan.active[vehicle] === 0 || route.kind.allowed[request] === 0) return false;
  if (route.size > 2) return true;
  const kind = plan.model.kindOf[vehicle] as number;
  if (triedIn[kind] === search) return false;
  triedIn[kind] = search;
  return true;
}

/** Cost of the entry if it is below the limit, else a number that is not below it. */
function placeCost(recreation: Recreation, entry: number, limit: number): number {
  const { plan, probe, versions, costs, deliveries } = recreation;
  const route = plan.routes[entry % plan.model.vehicleCount] as VanRoute;
  if (versions[entry] === route.version) {
    const known = costs[entry] as number;
    if (deliveries[entry] !== -1 || known >= limit) return known;
  }
  costs[entry] = searchRoute(recreation, entry, limit);
  versions[entry] = route.version;
  recreation.pickups[entry] = probe.pickupAt;
  deliveries[entry] = probe.deliveryAt;
  return costs[entry] as number;
}

/** Searches the route of an entry; without a place below the limit, the limit. */
function searchRoute({ plan, probe }: Recreation, entry: number, limit: number): number {
  const { vehicleCount, problem } = plan.model;
  const route = plan.routes[entry % vehicleCount] as VanRoute;
  // The way of an empty van from start to end costs nothing until it is used.
  const opening = route.size > 2 ? 0 : problem.objective.vehicle + route.distance;
  probe.route = route;
  probe.request = (entry - route.vehicle) / vehicleCount;
  findInsertion(probe, limit - opening);
  return probe.deliveryAt < 0 ? limit : probe.best + opening;
}

function blinks(recreation: Recreation): boolean {
  if (recreation.blink === 0 || recreation.untilBlink-- > 0) return false;
  const draw = Math.log(1 - recreation.random.real()) / Math.log(1 - recreation.blink);
  recreation.untilBlink = Math.floor(draw);
  return true;
}
