/** Sequence of stops of one van, with what makes an insertion cheap to judge. */
import { type Model, tolerance, type VehicleKind } from './model.ts';
import { lowerLatest, newTimetable, raiseStarts, type Timetable } from './timetable.ts';

export interface VanRoute extends Timetable {
  vehicle: number;
  kind: VehicleKind;
  /** Number of stops that stay in front, with the start. */
  lockedSize: number;
  /** Changes with the content: results that are cached for it stay valid. */
  version: number;
  /** Priced distance. */
  distance: number;
  nodes: Int32Array;
  /** Earliest departures. */
  leaves: Float64Array;
  begins: Float64Array;
  /** On board after the stop; several compartments lie next to each other. */
  loads: Float64Array;
  /** Classes of goods on board after the stop, as bits. */
  goods: Int32Array;
  /** Detour that rides on board between this stop and the next admit. */
  rideSlacks: Float64Array;
}

const initialCapacity = 16;

export function newRoute(model: Model, vehicle: number): VanRoute {
  const kind = model.kinds[model.kindOf[vehicle] as number] as VehicleKind;
  return {
    ...newTimetable(initialCapacity),
    vehicle,
    kind,
    durationMax: kind.durationMax,
    lockedSize: 1,
    version: 0,
    distance: 0,
    nodes: new Int32Array(initialCapacity),
    leaves: new Float64Array(initialCapacity),
    begins: new Float64Array(initialCapacity),
    loads: new Float64Array(initialCapacity * model.dimensions),
    goods: new Int32Array(initialCapacity),
    rideSlacks: new Float64Array(initialCapacity),
  };
}

/** Makes room for a number of stops; the nodes stay, all else is computed by `refreshRoute`. */
export function reserveRoute(model: Model, route: VanRoute, size: number): void {
  if (size <= route.nodes.length) return;
  const capacity = Math.max(size, 2 * route.nodes.length);
  const { nodes } = route;
  Object.assign(route, newTimetable(capacity), { size: route.size });
  route.durationMax = route.kind.durationMax;
  route.nodes = new Int32Array(capacity);
  route.nodes.set(nodes);
  route.leaves = new Float64Array(capacity);
  route.begins = new Float64Array(capacity);
  route.loads = new Float64Array(capacity * model.dimensions);
  route.goods = new Int32Array(capacity);
  route.rideSlacks = new Float64Array(capacity);
}

/** Takes over the stops of another route, of the same van or not. */
export function copyStops(model: Model, from: VanRoute, to: VanRoute): void {
  reserveRoute(model, to, from.size);
  for (let k = 0; k < from.size; k++) to.nodes[k] = from.nodes[k] as number;
  to.size = from.size;
  to.vehicle = from.vehicle;
  to.kind = from.kind;
  to.durationMax = from.durationMax;
  to.lockedSize = from.lockedSize;
}

/** Computes everything that follows from the nodes; false if they have no timetable. */
export function refreshRoute(model: Model, route: VanRoute): boolean {
  fillStops(model, route);
  fillLoads(model, route);
  let isTimely = true;
  if (route.kind.isPlain) {
    sweepWindows(route);
  } else {
    findPartners(model, route);
    isTimely = raiseStarts(route, 1);
    lowerLatest(route);
    fillRideSlacks(route);
  }
  for (let k = 0; k < route.size; k++) {
    route.leaves[k] = (route.starts[k] as number) + (route.services[k] as number);
  }
  return isTimely;
}

function fillStops(model: Model, route: VanRoute): void {
  const { nodes, locations, size } = route;
  let distance = 0;
  for (let k = 0; k < size; k++) {
    const node = nodes[k] as number;
    const location = model.locations[node] as number;
    locations[k] = location;
    route.services[k] = model.services[node] as number;
    route.begins[k] = model.begins[node] as number;
    route.starts[k] = model.begins[node] as number;
    route.latest[k] = route.kind.latest[node] as number;
    if (k === 0) continue;
    const from = (locations[k - 1] as number) * model.size;
    distance += model.distances[from + location] as number;
    const travel = model.times[from + location] as number;
    route.steps[k - 1] = (route.services[k - 1] as number) + travel;
  }
  route.distance = distance;
}

function fillLoads(model: Model, route: VanRoute): void {
  const { nodes, loads, size } = route;
  const { dimensions } = model;
  for (let c = 0; c < dimensions; c++) loads[c] = 0;
  route.goods[0] = 0;
  for (let k = 1; k < size - 1; k++) {
    const node = nodes[k] as number;
    const request = node >> 1;
    const sign = node & 1 ? -1 : 1;
    for (let c = 0; c < dimensions; c++) {
      const load = (model.loads[request * dimensions + c] as number) * sign;
      loads[k * dimensions + c] = (loads[(k - 1) * dimensions + c] as number) + load;
    }
  }
  if (model.problem.incompatibleGoods?.length) fillGoods(model, route);
}

/** Classes on board; a class leaves with the last of its requests. */
function fillGoods(model: Model, route: VanRoute): void {
  const { nodes, goods, size } = route;
  goods.fill(0, 0, size);
  for (let k = 1; k < size - 1; k++) {
    const node = nodes[k] as number;
    const bit = model.goods[node >> 1] as number;
    if (node & 1 || bit === 0) continue;
    for (let j = k; j < size - 1 && nodes[j] !== node + 1; j++) {
      goods[j] = (goods[j] as number) | bit;
    }
  }
}

function sweepWindows(route: VanRoute): void {
  const { starts, latest, steps, size } = route;
  for (let k = 1; k < size; k++) {
    const reached = (starts[k - 1] as number) + (steps[k - 1] as number);
    if (reached > (starts[k] as number)) starts[k] = reached;
  }
  for (let k = size - 2; k >= 0; k--) {
    const bound = (latest[k + 1] as number) - (steps[k] as number);
    if (bound < (latest[k] as number)) latest[k] = bound;
  }
}

function findPartners(model: Model, route: VanRoute): void {
  const { nodes, partners, rides, size } = route;
  for (let k = 0; k < size; k++) {
    partners[k] = -1;
    const node = nodes[k] as number;
    const ride = model.rideMax[node >> 1] as number;
    if (k === 0 || k === size - 1 || ride === Infinity) continue;
    rides[k] = ride;
    if (!(node & 1)) continue;
    for (let j = k - 1; j > 0; j--) {
      if (nodes[j] !== node - 1) continue;
      partners[k] = j;
      partners[j] = k;
      break;
    }
  }
}

/** Ride times without any waiting bound from above what a detour may cost. */
function fillRideSlacks(route: VanRoute): void {
  const { partners, rideSlacks, services, steps, size } = route;
  rideSlacks.fill(Infinity, 0, size);
  for (let k = 1; k < size - 1; k++) {
    const delivery = partners[k] as number;
    if (delivery < k) continue;
    let ride = -(services[k] as number);
    for (let j = k; j < delivery; j++) ride += steps[j] as number;
    const slack = (route.rides[k] as number) - ride;
    for (let j = k; j < delivery; j++) {
      if (slack < (rideSlacks[j] as number)) rideSlacks[j] = slack;
    }
  }
}

/** Whether what is on board after a stop, a held request included, fits and goes together. */
export function holdsOnBoard(model: Model, route: VanRoute, held: HeldAt): boolean {
  const { dimensions } = model;
  const { request, position } = held;
  for (let c = 0; c < dimensions; c++) {
    const load = route.loads[position * dimensions + c] as number;
    if (load > (route.kind.capacity[c] as number) + tolerance) return false;
  }
  return ((route.goods[position] as number) & (model.conflicts[request] as number)) === 0;
}

interface HeldAt {
  readonly request: number;
  readonly position: number;
}
