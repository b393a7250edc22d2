/**
 * The problem as typed arrays. Request `r` has the nodes `2r` (pickup) and `2r + 1` (delivery); the
 * van `v` starts at the node `2n + 2v` and ends at the next.
 */
import type { RoutingProblem, RoutingRequest, RoutingVehicle } from './problem.ts';

/** Vans of one kind are interchangeable while they are empty. */
export interface VehicleKind {
  readonly capacity: Float64Array;
  readonly durationMax: number;
  readonly pause: RoutingVehicle['pause'];
  /** Latest begin of service by node, as the documents of this kind allow. */
  readonly latest: Float64Array;
  /** Whether a request may ever be carried. */
  readonly allowed: Uint8Array;
  /** Whether windows and loads alone prove a route. */
  readonly isPlain: boolean;
}

export interface Model {
  readonly problem: RoutingProblem;
  readonly requestCount: number;
  readonly vehicleCount: number;
  readonly dimensions: number;
  readonly size: number;
  readonly times: Float64Array;
  /** Priced. */
  readonly distances: Float64Array;
  /** One entry for each node. */
  readonly locations: Int32Array;
  readonly begins: Float64Array;
  readonly services: Float64Array;
  /** The compartments of a request lie next to each other. */
  readonly loads: Float64Array;
  readonly rideMax: Float64Array;
  readonly goods: Int32Array;
  /** Classes that must not be on board with the request, as bits. */
  readonly conflicts: Int32Array;
  readonly prices: Float64Array;
  /** The only van of a request, or -1. */
  readonly fixed: Int32Array;
  /** 1 for a request whose pickup is done or locked, 2 if its delivery is locked, too. */
  readonly held: Uint8Array;
  readonly kinds: readonly VehicleKind[];
  readonly kindOf: Int32Array;
}

/** Slack of comparisons, for sums of rounded numbers. */
export const tolerance = 1e-9;

export function buildModel(problem: RoutingProblem): Model {
  const { requests, vehicles, travel, objective } = problem;
  const nodes = nodeArrays(problem);
  const ends = latestBegins(problem);
  const held = heldRequests(problem);
  tightenBegins({ problem, nodes, ends, hasRides: false, held });
  const kindOf = new Int32Array(vehicles.length);
  const hasRides = requests.some(({ rideMax, onBoard }) => rideMax !== undefined && !onBoard);
  return {
    problem,
    requestCount: requests.length,
    vehicleCount: vehicles.length,
    dimensions: requests[0]?.load.length ?? 0,
    size: travel.size,
    times: travel.times,
    distances: pricedDistances(problem),
    ...nodes,
    loads: Float64Array.from(requests.flatMap(({ load }) => load)),
    rideMax: Float64Array.from(requests, ({ rideMax, onBoard }) =>
      onBoard ? Infinity : (rideMax ?? Infinity),
    ),
    goods: Int32Array.from(requests, ({ goods }) => bitOf(goods)),
    conflicts: Int32Array.from(requests, (request) => conflictsOf(problem, request)),
    prices: Float64Array.from(requests, ({ priority }) => priority ?? objective.unplaced),
    fixed: fixedVehicles(problem),
    held,
    kinds: vehicleKinds({ problem, nodes, ends, hasRides, held }, kindOf),
    kindOf,
  };
}

function pricedDistances({ travel, objective }: RoutingProblem): Float64Array {
  const { distance } = objective;
  return distance === 1 ? travel.distances : travel.distances.map((length) => length * distance);
}

const bitOf = (goods: number | undefined): number => (goods === undefined ? 0 : 1 << goods);

function conflictsOf(problem: RoutingProblem, { goods }: RoutingRequest): number {
  let bits = 0;
  for (const [one, other] of problem.incompatibleGoods ?? []) {
    if (one === other) continue;
    if (one === goods) bits |= 1 << other;
    if (other === goods) bits |= 1 << one;
  }
  return bits;
}

function fixedVehicles({ requests, vehicles }: RoutingProblem): Int32Array {
  const fixed = Int32Array.from(requests, ({ vehicle, onBoard }) =>
    onBoard ? onBoard.vehicle : (vehicle ?? -1),
  );
  for (const [index, { locked }] of vehicles.entries()) {
    for (const { request } of locked ?? []) fixed[request] = index;
  }
  return fixed;
}

function heldRequests({ requests, vehicles }: RoutingProblem): Uint8Array {
  const held = Uint8Array.from(requests, ({ onBoard }) => (onBoard ? 1 : 0));
  for (const { request, kind } of vehicles.flatMap(({ locked }) => locked ?? [])) {
    held[request] = Math.max(held[request] as number, kind === 'delivery' ? 2 : 1);
  }
  return held;
}

type NodeArrays = Pick<Model, 'locations' | 'begins' | 'services'>;

/** Goods on board are modelled as picked up where and when their van starts. */
function nodeArrays({ requests, vehicles }: RoutingProblem): NodeArrays {
  const stops = requests.flatMap(({ pickup, delivery, onBoard }) => {
    const van = onBoard && vehicles[onBoard.vehicle];
    const begin = van && { location: van.start, begin: van.shiftBegin, service: 0 };
    return [begin ?? pickup, delivery];
  });
  const depots = vehicles.flatMap(({ start, end, shiftBegin }) => [
    { location: start, begin: shiftBegin, service: 0 },
    { location: end, begin: shiftBegin, service: 0 },
  ]);
  const nodes = [...stops, ...depots];
  return {
    locations: Int32Array.from(nodes, ({ location }) => location),
    begins: Float64Array.from(nodes, ({ begin }) => begin),
    services: Float64Array.from(nodes, ({ service }) => service),
  };
}

/** Windows with deadlines and, for goods on board, what is left of their ride time. */
function latestBegins({ requests, vehicles }: RoutingProblem): Float64Array {
  const ofStops = requests.flatMap(({ pickup, delivery, deadline, onBoard, rideMax }) => {
    const van = onBoard && vehicles[onBoard.vehicle];
    const ride = onBoard && rideMax !== undefined ? onBoard.since + rideMax : Infinity;
    return [van ? van.shiftEnd : pickup.end, Math.min(delivery.end, deadline ?? Infinity, ride)];
  });
  return Float64Array.from([...ofStops, ...vehicles.flatMap((v) => [v.shiftEnd, v.shiftEnd])]);
}

interface KindInput {
  readonly problem: RoutingProblem;
  readonly nodes: NodeArrays;
  readonly ends: Float64Array;
  readonly hasRides: boolean;
  readonly held: Uint8Array;
}

/** Begins of service that no plan undercuts, from direct travel and ride times. */
function tightenBegins({ problem, nodes, held }: KindInput): void {
  const { begins, services } = nodes;
  for (const [r, { rideMax = Infinity }] of problem.requests.entries()) {
    const [pickup, delivery] = [2 * r, 2 * r + 1];
    const service = services[pickup] as number;
    const reached = (begins[pickup] as number) + service + directTime(problem, nodes, r);
    begins[delivery] = Math.max(begins[delivery] as number, reached);
    if (held[r]) continue;
    const bound = (begins[delivery] as number) - service - rideMax;
    begins[pickup] = Math.max(begins[pickup] as number, bound);
  }
}

/** Latest begins that no plan passes, likewise; stops that are locked keep theirs. */
function tightenLatest({ problem, nodes, held }: KindInput, latest: Float64Array): void {
  for (const [r, { rideMax = Infinity }] of problem.requests.entries()) {
    if (held[r]) continue;
    const [pickup, delivery] = [2 * r, 2 * r + 1];
    const service = nodes.services[pickup] as number;
    const leave = (latest[delivery] as number) - directTime(problem, nodes, r) - service;
    latest[pickup] = Math.min(latest[pickup] as number, leave);
    const bound = (latest[pickup] as number) + service + rideMax;
    latest[delivery] = Math.min(latest[delivery] as number, bound);
  }
}

function directTime(
  { travel }: RoutingProblem,
  { locations }: NodeArrays,
  request: number,
): number {
  const from = (locations[2 * request] as number) * travel.size;
  return travel.times[from + (locations[2 * request + 1] as number)] as number;
}
function vehicleKinds(input: KindInput, kindOf: Int32Array): VehicleKind[] {
  const { vehicles } = input.problem;
  const keys = new Map<string, number>();
  const kinds: VehicleKind[] = [];
  for (const [index, vehicle] of vehicles.entries()) {
    const documents = [...(vehicle.documents ?? [])];
    // A van with locked stops is never empty.
    const own = vehicle.locked?.length ? index : -1;
    const key = JSON.stringify({ ...vehicle, documents, own });
    const known = keys.get(key) ?? kinds.length;
    if (known === kinds.length) kinds.push(vehicleKind(input, vehicle));
    keys.set(key, known);
    kindOf[index] = known;
  }
  return kinds;
}

function vehicleKind(input: KindInput, vehicle: RoutingVehicle): VehicleKind {
  const { problem, ends, hasRides } = input;
  const { durationMax = Infinity, pause, capacity, documents } = vehicle;
  const needsDocuments = problem.requests.some((request) => request.documents?.length);
  const latest = needsDocuments ? ends.slice() : ends;
  const allowed = new Uint8Array(problem.requests.length);
  for (const [r, request] of problem.requests.entries()) {
    const valid = Math.min(...(request.documents ?? []).map((d) => documents?.get(d) ?? -Infinity));
    const fits = request.load.every((load, c) => load <= (capacity[c] ?? 0));
    allowed[r] = fits && valid > -Infinity ? 1 : 0;
    if (valid === Infinity) continue;
    const pickupEnd = request.onBoard ? Infinity : valid - request.pickup.service;
    latest[2 * r] = Math.min(latest[2 * r] as number, pickupEnd);
    latest[2 * r + 1] = Math.min(latest[2 * r + 1] as number, valid - request.delivery.service);
  }
  tightenLatest(input, latest);
  return {
    capacity: Float64Array.from(capacity),
    durationMax,
    pause,
    latest,
    allowed,
    isPlain: durationMax === Infinity && !pause && !hasRides,
  };
}
