/** Judges a solution by the instance alone, with nothing of the solver: throws at a violation. */
import { siteOf } from './format.ts';
import {
  type BenchInstance,
  type BenchRoute,
  type BenchSite,
  distanceBetween,
} from './instance.ts';

const tolerance = 1e-6;

/** Distance of a solution that holds every constraint. */
export function checkedDistance(instance: BenchInstance, routes: readonly BenchRoute[]): number {
  const { name, pairs, vehicles } = instance;
  require(routes.length <= vehicles, `${name}: ${routes.length} routes for ${vehicles} vans`);
  const visits = routes.flatMap(({ stops }) => stops.map(({ site }) => site));
  require(visits.length === 2 * pairs.length, `${name}: ${visits.length} visits`);
  require(new Set(visits).size === visits.length, `${name}: a site is visited twice`);
  return routes.reduce((sum, route) => sum + checkRoute(instance, route), 0);
}

function checkRoute(instance: BenchInstance, route: BenchRoute): number {
  const { name, depot, home, sites, durationMax } = instance;
  checkPairs(instance, route);
  let at: BenchSite = { ...depot, service: 0 };
  let time = route.leavesAt;
  let load = 0;
  let distance = 0;
  require(time >= depot.begin - tolerance, `${name}: leaves the depot before it opens`);
  for (const { site: id, start } of route.stops) {
    const site = siteOf(sites, id);
    const reached = time + at.service + distanceBetween(at, site);
    require(start >= reached - tolerance, `${name}: site ${id} begins before the van is there`);
    require(start >= site.begin - tolerance, `${name}: site ${id} begins before its window`);
    require(start <= site.end + tolerance, `${name}: site ${id} begins after its window`);
    load += site.load;
    require(load <= instance.capacity + tolerance, `${name}: too much on board after ${id}`);
    distance += distanceBetween(at, site);
    at = site;
    time = start;
  }
  const back = time + at.service + distanceBetween(at, home);
  require(route.returnsAt >= back - tolerance, `${name}: is back before it can be`);
  require(route.returnsAt <= home.end + tolerance, `${name}: is back after the depot closes`);
  const duration = route.returnsAt - route.leavesAt;
  require(duration <= durationMax + tolerance, `${name}: a route takes ${duration}`);
  return distance + distanceBetween(at, home);
}

/** Both sites of a request lie in one route, in order, and its ride is short enough. */
function checkPairs({ name, pairs, sites, rideMax }: BenchInstance, { stops }: BenchRoute): void {
  const starts = new Map(stops.map(({ site, start }, position) => [site, { start, position }]));
  const listed = new Set(pairs.flat());
  for (const { site } of stops) require(listed.has(site), `${name}: ${site} is of no request`);
  for (const [pickup, delivery] of pairs) {
    const from = starts.get(pickup);
    const to = starts.get(delivery);
    require(!from === !to, `${name}: ${pickup} and ${delivery} lie in two routes`);
    if (!from || !to) continue;
    require(from.position < to.position, `${name}: ${delivery} lies before ${pickup}`);
    const ride = to.start - from.start - siteOf(sites, pickup).service;
    require(ride <= rideMax + tolerance, `${name}: ride from ${pickup} takes ${ride}`);
  }
}

function require(holds: boolean, violation: string): void {
  if (!holds) throw new Error(violation);
}
