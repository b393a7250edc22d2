/**
 * Working solution. A change of it is a transaction: a route is replaced by a copy when it is first
 * touched, so that `rollback` restores it, with all that is cached for its version.
 */
import type { Model } from './model.ts';
import {
  copyStops,
  holdsOnBoard,
  newRoute,
  refreshRoute,
  reserveRoute,
  type VanRoute,
} from './route.ts';

export interface Plan {
  readonly model: Model;
  /** One entry for each van. */
  readonly routes: VanRoute[];
  /** Van of a request that is carried to its delivery, else -1. */
  readonly vehicleOf: Int32Array;
  readonly absent: Int32Array;
  absentCount: number;
  /** Price of everything: distance, vans, requests left out. */
  cost: number;
  /** Vans that may be used. */
  readonly active: Uint8Array;
  readonly before: Before;
  readonly spare: VanRoute[];
  lastVersion: number;
}

/** State at the begin of a transaction. */
interface Before {
  readonly touched: Int32Array;
  touchedCount: number;
  readonly routes: (VanRoute | undefined)[];
  readonly absent: Int32Array;
  absentCount: number;
  cost: number;
}

export function newPlan(model: Model): Plan {
  const { vehicleCount, requestCount } = model;
  const plan: Plan = {
    model,
    routes: Array.from({ length: vehicleCount }, (_, vehicle) => initialRoute(model, vehicle)),
    vehicleOf: new Int32Array(requestCount).fill(-1),
    absent: new Int32Array(requestCount),
    absentCount: 0,
    cost: 0,
    active: new Uint8Array(vehicleCount).fill(1),
    before: {
      touched: new Int32Array(vehicleCount),
      touchedCount: 0,
      routes: Array.from({ length: vehicleCount }, () => undefined),
      absent: new Int32Array(requestCount),
      absentCount: 0,
      cost: 0,
    },
    spare: [],
    lastVersion: vehicleCount,
  };
  settleMembership(plan);
  return plan;
}

/** Start, goods on board, locked stops, end. */
function initialRoute(model: Model, vehicle: number): VanRoute {
  const route = newRoute(model, vehicle);
  const { requests, vehicles } = model.problem;
  const nodes = [2 * (model.requestCount + vehicle)];
  for (const [r, { onBoard }] of requests.entries()) {
    if (onBoard?.vehicle === vehicle) nodes.push(2 * r);
  }
  for (const { request, kind } of vehicles[vehicle]?.locked ?? []) {
    nodes.push(2 * request + (kind === 'delivery' ? 1 : 0));
  }
  route.lockedSize = nodes.length;
  nodes.push(2 * (model.requestCount + vehicle) + 1);
  reserveRoute(model, route, nodes.length);
  route.nodes.set(nodes);
  route.size = nodes.length;
  route.version = vehicle + 1;
  refreshRoute(model, route);
  return route;
}

function routeCost(plan: Plan, route: VanRoute): number {
  return route.size > 2 ? route.distance + plan.model.problem.objective.vehicle : 0;
}

/** Derives membership, absence and cost from the routes. */
function settleMembership(plan: Plan): void {
  const { model, vehicleOf } = plan;
  vehicleOf.fill(-1);
  plan.cost = 0;
  plan.absentCount = 0;
  for (const route of plan.routes) {
    plan.cost += routeCost(plan, route);
    markMembers(plan, route, route.vehicle);
  }
  for (let r = 0; r < model.requestCount; r++) if (vehicleOf[r] === -1) markAbsent(plan, r);
}

function markMembers(plan: Plan, route: VanRoute, vehicle: number): void {
  for (let k = 1; k < route.size - 1; k++) {
    const node = route.nodes[k] as number;
    if (node & 1) plan.vehicleOf[node >> 1] = vehicle;
  }
}

function markAbsent(plan: Plan, request: number): void {
  plan.absent[plan.absentCount++] = request;
  plan.vehicleOf[request] = -1;
  plan.cost += plan.model.prices[request] as number;
}

export function beginChange(plan: Plan): void {
  const { before } = plan;
  before.touchedCount = 0;
  before.absentCount = plan.absentCount;
  for (let i = 0; i < plan.absentCount; i++) before.absent[i] = plan.absent[i] as number;
  before.cost = plan.cost;
}

/** The route of the van, as a copy that may be changed. */
function touch(plan: Plan, vehicle: number): VanRoute {
  const { before } = plan;
  const route = plan.routes[vehicle] as VanRoute;
  if (before.routes[vehicle] !== undefined) return route;
  const copy = plan.spare.pop() ?? newRoute(plan.model, vehicle);
  copyStops(plan.model, route, copy);
  copy.distance = route.distance;
  before.routes[vehicle] = route;
  before.touched[before.touchedCount++] = vehicle;
  plan.routes[vehicle] = copy;
  return copy;
}

export function commit(plan: Plan): void {
  const { before } = plan;
  for (let i = 0; i < before.touchedCount; i++) {
    const vehicle = before.touched[i] as number;
    plan.spare.push(before.routes[vehicle] as VanRoute);
    before.routes[vehicle] = undefined;
  }
}

export function rollback(plan: Plan): void {
  const { before } = plan;
  for (let i = 0; i < before.touchedCount; i++) {
    const route = plan.routes[before.touched[i] as number] as VanRoute;
    markMembers(plan, route, -1);
    plan.spare.push(route);
  }
  for (let i = 0; i < before.touchedCount; i++) {
    const vehicle = before.touched[i] as number;
    const route = before.routes[vehicle] as VanRoute;
    plan.routes[vehicle] = route;
    before.routes[vehicle] = undefined;
    markMembers(plan, route, vehicle);
  }
  plan.absentCount = before.absentCount;
  for (let i = 0; i < before.absentCount; i++) plan.absent[i] = before.absent[i] as number;
  plan.cost = before.cost;
}

/** Takes a request out of its route, which `closeGaps` then closes. False if it must stay. */
export function discard(plan: Plan, request: number): boolean {
  const vehicle = plan.vehicleOf[request] as number;
  if (vehicle < 0 || plan.model.held[request] === 2) return false;
  touch(plan, vehicle);
  markAbsent(plan, request);
  return true;
}

/** Closes the gaps of all requests that were discarded since `beginChange`. */
export function closeGaps(plan: Plan): void {
  const { before } = plan;
  for (let i = 0; i < before.touchedCount; i++) {
    closeRoute(plan, plan.routes[before.touched[i] as number] as VanRoute);
  }
}

function closeRoute(plan: Plan, route: VanRoute): void {
  let size = route.lockedSize;
  for (let k = size; k < route.size; k++) {
    const node = route.nodes[k] as number;
    const isEnd = k === route.size - 1;
    if (isEnd || plan.vehicleOf[node >> 1] === route.vehicle) route.nodes[size++] = node;
  }
  if (size === route.size) return;
  plan.cost -= routeCost(plan, route);
  route.size = size;
  finish(plan, route);
}

function finish(plan: Plan, route: VanRoute): void {
  refreshRoute(plan.model, route);
  route.version = ++plan.lastVersion;
  plan.cost += routeCost(plan, route);
}

export interface InsertionPlace {
  vehicle: number;
  /** Gap of the pickup, or -1 where the route has it. */
  pickupAt: number;
  deliveryAt: number;
}

/** Inserts a request; the caller takes it off `absent`. */
export function insertRequest(plan: Plan, request: number, place: InsertionPlace): void {
  const route = touch(plan, place.vehicle);
  plan.cost -= routeCost(plan, route) + (plan.model.prices[request] as number);
  reserveRoute(plan.model, route, route.size + 2);
  insertNode(route, 2 * request + 1, place.deliveryAt + 1);
  if (place.pickupAt >= 0) insertNode(route, 2 * request, place.pickupAt + 1);
  plan.vehicleOf[request] = place.vehicle;
  finish(plan, route);
}

function insertNode(route: VanRoute, node: number, position: number): void {
  const { nodes } = route;
  for (let k = route.size; k > position; k--) nodes[k] = nodes[k - 1] as number;
  nodes[position] = node;
  route.size++;
}

/** Whether goods that are held and left out may stay on board to the end of their routes. */
export function holdsAbsent({ model, routes, absent, absentCount }: Plan): boolean {
  for (let i = 0; i < absentCount; i++) {
    const request = absent[i] as number;
    if (model.held[request] !== 1) continue;
    const route = routes[model.fixed[request] as number] as VanRoute;
    for (let position = route.lockedSize - 1; position < route.size - 1; position++) {
      if (!holdsOnBoard(model, route, { request, position })) return false;
    }
  }
  return true;
}

/** Stops of every route, to which a plan can return. */
export interface Snapshot {
  readonly routes: Int32Array[];
  readonly versions: Int32Array;
  absentCount: number;
  cost: number;
}

export function newSnapshot(plan: Plan): Snapshot {
  const snapshot: Snapshot = {
    routes: plan.routes.map(() => new Int32Array(0)),
    versions: new Int32Array(plan.routes.length),
    absentCount: 0,
    cost: Infinity,
  };
  takeSnapshot(plan, snapshot);
  return snapshot;
}

/** Copies the routes that changed since the last call. */
export function takeSnapshot(plan: Plan, snapshot: Snapshot): void {
  for (const route of plan.routes) {
    if (snapshot.versions[route.vehicle] === route.version) continue;
    snapshot.versions[route.vehicle] = route.version;
    snapshot.routes[route.vehicle] = route.nodes.slice(0, route.size);
  }
  snapshot.absentCount = plan.absentCount;
  snapshot.cost = plan.cost;
}

export function restore(plan: Plan, snapshot: Snapshot): void {
  for (const route of plan.routes) {
    if (snapshot.versions[route.vehicle] === route.version) continue;
    const nodes = snapshot.routes[route.vehicle] as Int32Array;
    reserveRoute(plan.model, route, nodes.length);
    route.nodes.set(nodes);
    route.size = nodes.length;
    refreshRoute(plan.model, route);
    route.version = snapshot.versions[route.vehicle] as number;
  }
  settleMembership(plan);
}
