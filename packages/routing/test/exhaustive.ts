/**
 * Optimum by exhaustive search, written apart from the solver: every order of the stops of every
 * set of requests in every van, and every way to share the requests out.
 */
import type { RoutingProblem, RoutingVehicle } from '../src/problem.ts';
import { hasTimes, type Visit } from './times.ts';

/** Undefined where locked stops alone break a constraint. */
export function optimalCost(problem: RoutingProblem): number | undefined {
  const count = problem.requests.length;
  const all = 2 ** count - 1;
  let costs = new Float64Array(all + 1).fill(Infinity);
  costs[0] = 0;
  for (const index of problem.vehicles.keys()) {
    const own = Float64Array.from({ length: all + 1 }, (_, set) => routeCost(problem, index, set));
    const joined = new Float64Array(all + 1).fill(Infinity);
    for (let set = 0; set <= all; set++) {
      for (let part = set; ; part = (part - 1) & set) {
        const cost = (own[part] ?? Infinity) + (costs[set ^ part] ?? Infinity);
        joined[set] = Math.min(joined[set] ?? Infinity, cost);
        if (part === 0) break;
      }
    }
    costs = joined;
  }
  const totals = [...costs].map((cost, set) => cost + unplacedCost(problem, set));
  const least = Math.min(...totals);
  return least === Infinity ? undefined : least;
}

function unplacedCost({ requests, objective }: RoutingProblem, set: number): number {
  return requests.reduce((sum, { priority = objective.unplaced }, r) => {
    return set & (1 << r) ? sum : sum + priority;
  }, 0);
}

/** Cheapest route of a van that delivers exactly this set. */
function routeCost(problem: RoutingProblem, index: number, set: number): number {
  const vehicle = problem.vehicles[index];
  if (!vehicle) throw new Error(`there is no van ${index}`);
  const locked = vehicle.locked ?? [];
  const onBoard = problem.requests.flatMap(({ onBoard: goods }, r) =>
    goods?.vehicle === index ? [r] : [],
  );
  const prefix = [
    ...onBoard.map((request) => visitOf(problem, vehicle, { request, kind: 'onBoard' })),
    ...locked.map((stop) => visitOf(problem, vehicle, stop)),
  ];
  const done = new Set(locked.filter(({ kind }) => kind === 'delivery').map((l) => l.request));
  if ([...done].some((r) => !(set & (1 << r)))) return Infinity;
  const picked = new Set([...onBoard, ...locked.map(({ request }) => request)]);
  const todo: Visit[] = [];
  for (const [r, request] of problem.requests.entries()) {
    if (!(set & (1 << r)) || done.has(r)) continue;
    const owner = request.onBoard?.vehicle ?? lockedVan(problem, r) ?? request.vehicle ?? index;
    const papers = request.documents ?? [];
    if (owner !== index || papers.some((d) => !vehicle.documents?.has(d))) return Infinity;
    if (!picked.has(r)) todo.push(visitOf(problem, vehicle, { request: r, kind: 'pickup' }));
    todo.push(visitOf(problem, vehicle, { request: r, kind: 'delivery' }));
  }
  if (prefix.length + todo.length === 0) return 0;
  return problem.objective.vehicle + cheapestOrder(problem, vehicle, { prefix, todo });
}

function lockedVan({ vehicles }: RoutingProblem, request: number): number | undefined {
  const van = vehicles.findIndex(({ locked }) => locked?.some((l) => l.request === request));
  return van < 0 ? undefined : van;
}

interface Stop {
  readonly request: number;
  readonly kind: Visit['kind'];
}

function visitOf(problem: RoutingProblem, vehicle: RoutingVehicle, stop: Stop): Visit {
  const request = problem.requests[stop.request];
  if (!request) throw new Error(`there is no request ${stop.request}`);
  const { onBoard, rideMax = Infinity, deadline = Infinity, documents = [] } = request;
  if (stop.kind === 'onBoard') {
    const { start: location, shiftBegin: begin, shiftEnd: end } = vehicle;
    return { ...stop, location, begin, end, service: 0 };
  }
  const { location, begin, end, service } = request[stop.kind];
  const valid = Math.min(...documents.map((d) => vehicle.documents?.get(d) ?? -Infinity));
  const bounds = [end, valid - service];
  if (stop.kind === 'delivery') bounds.push(deadline, (onBoard?.since ?? Infinity) + rideMax);
  return { ...stop, location, begin, end: Math.min(...bounds), service };
}

interface Work {
  readonly prefix: readonly Visit[];
  readonly todo: readonly Visit[];
}

/** Depth-first over orders; a branch ends where loads, goods, windows or the cost forbid it. */
function cheapestOrder(problem: RoutingProblem, vehicle: RoutingVehicle, work: Work): number {
  const { travel, requests, incompatibleGoods = [] } = problem;
  let best = Infinity;
  const fits = (visits: readonly Visit[]): boolean => {
    const aboard = visits
      .filter(({ kind }) => kind !== 'delivery')
      .map(({ request }) => request)
      .filter((r) => !visits.some(({ kind, request }) => kind === 'delivery' && request === r));
    const goods = new Set(aboard.map((r) => requests[r]?.goods));
    return (
      vehicle.capacity.every((capacity, c) => {
        return aboard.reduce((sum, r) => sum + (requests[r]?.load[c] ?? 0), 0) <= capacity;
      }) && !incompatibleGoods.some(([one, other]) => goods.has(one) && goods.has(other))
    );
  };
  const distance = (from: number, to: number): number =>
    travel.distances[from * travel.size + to] ?? Infinity;
  const extend = (visits: readonly Visit[], todo: readonly Visit[], cost: number): void => {
    const at = visits.at(-1)?.location ?? vehicle.start;
    const total = cost + distance(at, vehicle.end);
    if (cost >= best || !fits(visits)) return;
    if (todo.length === 0) {
      if (total < best && hasTimes(problem, vehicle, visits)) best = total;
      return;
    }
    if (visits.length > 2 && !hasTimes(problem, { ...vehicle, pause: undefined }, visits)) return;
    const isReady = (next: Visit): boolean => !todo.some((other) => isPickupOf(other, next));
    for (const next of todo.filter(isReady)) {
      const rest = todo.filter((other) => other !== next);
      extend([...visits, next], rest, cost + distance(at, next.location));
    }
  };
  let at = vehicle.start;
  let cost = 0;
  for (const [k, visit] of work.prefix.entries()) {
    if (visit.kind !== 'onBoard' && !fits(work.prefix.slice(0, k))) return Infinity;
    cost += distance(at, visit.location);
    at = visit.location;
  }
  extend(work.prefix, work.todo, cost);
  return best;
}

const isPickupOf = (one: Visit, delivery: Visit): boolean =>
  one.kind === 'pickup' && delivery.kind === 'delivery' && one.request === delivery.request;
