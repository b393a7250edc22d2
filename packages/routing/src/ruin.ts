/**
 * Ruins: adjacent strings of stops (slack induction by string removals), the neighbourhood of one
 * request, single requests, or a whole route.
 */
import type { Model } from './model.ts';
import { closeGaps, discard, type Plan } from './plan.ts';
import type { RandomSource } from './random.ts';
import type { VanRoute } from './route.ts';

export interface Ruin {
  readonly plan: Plan;
  readonly random: RandomSource;
  /** Average number of requests that a ruin removes, and the longest string of stops. */
  removed: number;
  stringMax: number;
  /** Nearest requests of each request, by travel between any of their stops. */
  readonly neighbours: Int32Array;
  readonly neighbourCount: number;
  /** Ruin in which the route of a van was last cut. */
  readonly cutIn: Int32Array;
  count: number;
}

const neighbourMax = 120;
/** Share of strings that keep stops in their middle. */
const splitShare = 0.5;
const splitGrowth = 0.01;
const absentShare = 0.5;

export function newRuin(plan: Plan, random: RandomSource): Ruin {
  const { model } = plan;
  const neighbourCount = Math.min(neighbourMax, model.requestCount - 1);
  return {
    plan,
    random,
    removed: 10,
    stringMax: 10,
    neighbours: nearestRequests(model, neighbourCount),
    neighbourCount,
    cutIn: new Int32Array(model.vehicleCount),
    count: 0,
  };
}

function nearestRequests(model: Model, count: number): Int32Array {
  const nearest = new Int32Array(model.requestCount * count);
  const gaps = new Float64Array(model.requestCount);
  const order = Array.from({ length: model.requestCount }, (_, request) => request);
  for (let request = 0; request < model.requestCount; request++) {
    for (let other = 0; other < model.requestCount; other++) {
      gaps[other] = other === request ? Infinity : gapOf(model, request, other);
    }
    const sorted = order.toSorted((a, b) => (gaps[a] as number) - (gaps[b] as number));
    for (let i = 0; i < count; i++) nearest[request * count + i] = sorted[i] as number;
  }
  return nearest;
}

function gapOf(model: Model, one: number, other: number): number {
  let gap = Infinity;
  for (let i = 0; i < 4; i++) {
    const from = model.locations[2 * one + (i & 1)] as number;
    const to = model.locations[2 * other + (i >> 1)] as number;
    gap = Math.min(gap, model.times[from * model.size + to] as number);
  }
  return gap;
}

/** Removes requests from the routes of the plan; what was removed is absent then. */
export function ruin(state: Ruin): void {
  const { plan, random } = state;
  state.count++;
  const draw = random.real();
  if (draw < 0.7) removeStrings(state);
  else if (draw < 0.85) removeNeighbours(state);
  else if (draw < 0.97) removeScattered(state);
  else removeRoute(state);
  closeGaps(plan);
}

function removeStrings(state: Ruin): void {
  const { plan, random, cutIn, neighbours, neighbourCount } = state;
  const longest = Math.min(state.stringMax, averageStops(plan));
  const cutsMax = (4 * state.removed) / (1 + longest) - 1;
  let cuts = Math.floor(random.real() * cutsMax + 1);
  const seed = drawSeed(plan, random);
  for (let i = -1; i < neighbourCount && cuts > 0; i++) {
    const request = i < 0 ? seed : (neighbours[seed * neighbourCount + i] as number);
    const vehicle = plan.vehicleOf[request] as number;
    if (vehicle < 0 || cutIn[vehicle] === state.count) continue;
    cutIn[vehicle] = state.count;
    cutString(state, plan.routes[vehicle] as VanRoute, { request, longest });
    cuts--;
  }
}

/** A request around which routes are ruined: often one that is left out. */
function drawSeed({ model, absent, absentCount }: Plan, random: RandomSource): number {
  const isAbsent = absentCount > 0 && random.real() < absentShare;
  return isAbsent
    ? (absent[random.below(absentCount)] as number)
    : random.below(model.requestCount);
}

function averageStops({ routes }: Plan): number {
  let stops = 0;
  let used = 0;
  for (const { size } of routes) {
    if (size === 2) continue;
    stops += size - 2;
    used++;
  }
  return used === 0 ? 1 : stops / used;
}

interface Cut {
  readonly request: number;
  readonly longest: number;
}

/** Removes the requests of a string of stops that holds a stop of the request. */
function cutString(state: Ruin, route: VanRoute, { request, longest }: Cut): void {
  const { plan, random } = state;
  const stops = route.size - 2;
  const length = Math.floor(1 + random.real() * Math.min(stops, longest));
  const at = route.nodes.indexOf(2 * request + random.below(2), 1);
  let kept = 0;
  if (length > 1 && random.real() < splitShare) {
    kept = Math.min(1, stops - length);
    while (length + kept < stops && random.real() < splitGrowth) kept++;
  }
  const span = length + kept;
  const firstMin = Math.max(1, at - span + 1);
  const firstMax = Math.min(at, stops - span + 1);
  const first = firstMin + random.below(firstMax - firstMin + 1);
  const keptFrom = first + random.below(length + 1);
  for (let k = first; k < first + span; k++) {
    if (k >= keptFrom && k < keptFrom + kept) continue;
    discard(plan, (route.nodes[k] as number) >> 1);
  }
  discard(plan, request);
}

function removeNeighbours(state: Ruin): void {
  const { plan, random, neighbours, neighbourCount } = state;
  const seed = drawSeed(plan, random);
  let left = 1 + random.below(2 * state.removed);
  discard(plan, seed);
  for (let i = 0; i < neighbourCount && left > 0; i++) {
    if (random.real() < 0.2) continue;
    if (discard(plan, neighbours[seed * neighbourCount + i] as number)) left--;
  }
}

function removeScattered({ plan, random, removed }: Ruin): void {
  for (let left = 1 + random.below(2 * removed); left > 0; left--) {
    discard(plan, random.below(plan.model.requestCount));
  }
}

function removeRoute({ plan, random, removed }: Ruin): void {
  const vehicle = plan.vehicleOf[random.below(plan.model.requestCount)] as number;
  if (vehicle < 0) return;
  const { nodes, size } = plan.routes[vehicle] as VanRoute;
  const first = 1 + random.below(size - 2);
  const end = Math.min(size - 1, first + 4 * removed);
  for (let k = first; k < end; k++) discard(plan, (nodes[k] as number) >> 1);
}
