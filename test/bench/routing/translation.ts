/** An instance as a problem of the solver, and the solver's plan as routes of sites. */
import type { RoutingProblem, RoutingStop, TravelMatrix } from '@svc/routing/problem';
import type { RoutingPlan } from '@svc/routing/solution';
import { siteOf } from './format.ts';
import {
  type BenchInstance,
  type BenchRoute,
  type BenchSite,
  distanceBetween,
} from './instance.ts';

/** Prices that outweigh every distance make the objective lexicographic. */
const prices = { vehicle: 1e6, unplaced: 1e8 };

export function toProblem(instance: BenchInstance): RoutingProblem {
  const { depot, home, sites, pairs, rideMax, durationMax, capacity } = instance;
  const visited = pairs.flat().map((id) => siteOf(sites, id));
  const stop = (index: number, site: BenchSite): RoutingStop => {
    const { begin, end, service } = site;
    return { location: index + 2, begin, end, service };
  };
  const requests = pairs.map(([pickup, delivery], r) => ({
    pickup: stop(2 * r, siteOf(sites, pickup)),
    delivery: stop(2 * r + 1, siteOf(sites, delivery)),
    load: [siteOf(sites, pickup).load],
    ...(rideMax < Infinity && { rideMax }),
  }));
  const shift = { shiftBegin: depot.begin, shiftEnd: Math.min(depot.end, home.end) };
  const vehicle = {
    ...{ start: 0, end: 1, ...shift, capacity: [capacity] },
    ...(durationMax < Infinity && { durationMax }),
  };
  return {
    travel: travelMatrix([depot, home, ...visited]),
    requests,
    vehicles: Array.from({ length: instance.vehicles }, () => vehicle),
    objective: {
      unplaced: prices.unplaced,
      vehicle: instance.aim === 'vehicles' ? prices.vehicle : 0,
      distance: 1,
    },
  };
}

function travelMatrix(places: readonly BenchSite[]): TravelMatrix {
  const times = new Float64Array(places.length ** 2);
  for (const [a, from] of places.entries()) {
    for (const [b, to] of places.entries()) {
      times[a * places.length + b] = distanceBetween(from, to);
    }
  }
  return { size: places.length, times, distances: times };
}

export function toRoutes({ pairs }: BenchInstance, plan: RoutingPlan): BenchRoute[] {
  return plan.tours.map(({ visits, leavesAt, returnsAt }) => ({
    stops: visits.map(({ request, kind, start }) => {
      const [pickup = -1, delivery = -1] = pairs[request] ?? [];
      return { site: kind === 'pickup' ? pickup : delivery, start };
    }),
    leavesAt,
    returnsAt,
  }));
}
