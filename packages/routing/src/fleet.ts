/**
 * Fewer vans: one is emptied, and its requests are inserted into the others by ruin and recreate
 * that accepts by the sum of absences (Christiaens and Vanden Berghe, 2020): a request that is
 * often left out weighs more.
 */
import { averageCost } from './anneal.ts';
import {
  beginChange,
  closeGaps,
  commit,
  discard,
  holdsAbsent,
  type Plan,
  restore,
  rollback,
  takeSnapshot,
} from './plan.ts';
import { recreate } from './recreate.ts';
import type { VanRoute } from './route.ts';
import { ruin } from './ruin.ts';
import { drawOrder, type Search } from './search.ts';

const temperatureShare = 0.1;

/** Runs until the share of the search's time is over; the best plan stands then. */
export function shrinkFleet(search: Search, share: number): void {
  const { plan, clock, best } = search;
  const absences = new Float64Array(plan.model.requestCount);
  const temperature = averageCost(search) * temperatureShare;
  while (clock.step() < share) {
    if (!closeVan(plan, absences)) break;
    while (plan.absentCount > best.absentCount && clock.step() < share) {
      tryWithAbsences(search, absences, temperature);
    }
    if (plan.absentCount > best.absentCount) break;
    takeSnapshot(plan, best);
  }
  restore(plan, best);
  plan.active.fill(1);
}

/** Empties the van whose requests were absent least, and keeps it empty. */
function closeVan(plan: Plan, absences: Float64Array): boolean {
  let least = Infinity;
  let closed = -1;
  for (const route of plan.routes) {
    if (route.size === 2) plan.active[route.vehicle] = 0;
    const weight = routeWeight(route, absences);
    if (route.size === 2 || route.lockedSize > 1 || weight >= least) continue;
    least = weight;
    closed = route.vehicle;
  }
  if (closed < 0) return false;
  const { nodes, size } = plan.routes[closed] as VanRoute;
  beginChange(plan);
  for (let k = 1; k < size - 1; k++) discard(plan, (nodes[k] as number) >> 1);
  closeGaps(plan);
  commit(plan);
  plan.active[closed] = 0;
  return true;
}

function routeWeight(route: VanRoute, absences: Float64Array): number {
  let weight = 0;
  for (let k = 1; k < route.size - 1; k++) {
    weight += 1 + (absences[(route.nodes[k] as number) >> 1] as number);
  }
  return weight;
}

function tryWithAbsences(search: Search, absences: Float64Array, temperature: number): void {
  const { plan, random } = search;
  beginChange(plan);
  const { before } = plan;
  const weightBefore = weigh(before.absent, before.absentCount, absences);
  const costBefore = before.cost - priceOf(plan, before.absent, before.absentCount);
  ruin(search.ruin);
  drawOrder(search);
  recreate(search.recreation, Infinity);
  const weight = weigh(plan.absent, plan.absentCount, absences);
  const cost = plan.cost - priceOf(plan, plan.absent, plan.absentCount);
  for (let i = 0; i < plan.absentCount; i++) {
    const request = plan.absent[i] as number;
    absences[request] = (absences[request] as number) + 1;
  }
  const bound = costBefore - temperature * Math.log(1 - random.real());
  const isFewer = plan.absentCount < before.absentCount || weight < weightBefore;
  const isAccepted = isFewer || (weight === weightBefore && cost < bound);
  if (isAccepted && holdsAbsent(plan)) commit(plan);
  else rollback(plan);
}

function weigh(absent: Int32Array, count: number, absences: Float64Array): number {
  let weight = 0;
  for (let i = 0; i < count; i++) weight += absences[absent[i] as number] as number;
  return weight;
}

function priceOf(plan: Plan, absent: Int32Array, count: number): number {
  let price = 0;
  for (let i = 0; i < count; i++) price += plan.model.prices[absent[i] as number] as number;
  return price;
}
