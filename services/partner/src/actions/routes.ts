import { errors, kmMax, resolveProfile, routeKm } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { calendarOf } from '../adapters/calendar.ts';
import { command, query } from '../define.ts';
import { changeStatus, toRouteResource } from '../domain/route.ts';
import { sameSite, unknownSite } from '../domain/sites.ts';
import {
  getRoute as getStored,
  insertRoute,
  listRoutes as listStored,
  lockRoute,
  saveRoute,
} from '../store/routes.ts';
import { changeWaitingStops, listLatestStops } from '../store/stops.ts';

export const createRoute = command('createRoute', {
  /** Validates sites and SKU when the route is created instead of at its first run. */
  gather: async ({ sku, stops, dropoff_site_id, ...plan }, { clients }) => {
    const site_ids = [...new Set([dropoff_site_id, ...stops.map(({ site_id }) => site_id)])];
    const { sites, policies } = await clients.accounts.bookingSites({ site_ids });
    const known = new Map(sites.map(({ site_id, position }) => [site_id, position]));
    const end = known.get(dropoff_site_id);
    if (!end) throw unknownSite('dropoff_site_id');
    for (const [i, { site_id }] of stops.entries()) {
      const from = known.get(site_id);
      const path = ['stops', i, 'site_id'];
      if (!from) throw unknownSite(...path);
      if (site_id === dropoff_site_id) throw sameSite(...path);
      if (routeKm(from, end) > kmMax)
        throw new Refusal('out_of_area', errors.out_of_area.meaning, { path });
    }
    const { delivery, temperature_class } = await clients.pricing.price({ sku });
    if (!delivery) throw new Refusal('not_a_delivery', `SKU ${sku} is not a delivery.`);
    const profile = resolveProfile(plan, temperature_class, policies.temperature_profiles);
    if (profile && 'code' in profile)
      throw new Refusal(profile.code, profile.detail, { path: profile.path });
  },
  handle: async (plan, { db, tenant, now, config }) => {
    const route = {
      tenant_id: tenant,
      id: newId('rt_', now),
      status: 'active' as const,
      plan,
      active_since: now,
      planned_until: now,
      plan_at: now,
      created_at: now,
    };
    await insertRoute(db, tenant, route);
    return toRouteResource(route, now, calendarOf(config.SVC_PUBLIC_HOLIDAYS));
  },
});

export const listRoutes = query('listRoutes', async (filter, { db, tenant, now, config }) => {
  const routes = await listStored(db, tenant, filter);
  const found = routes.map((route) =>
    toRouteResource(route, now, calendarOf(config.SVC_PUBLIC_HOLIDAYS)),
  );
  return toPage(found, filter.limit);
});

const runsMax = 100;

export const getRoute = query('getRoute', async ({ id }, { db, tenant, now, config }) => {
  const route = await getStored(db, tenant, id);
  const stops = await listLatestStops(db, tenant, { route_id: id, max: runsMax });
  const runs = stops.map(({ run_on, stop, site_id, window, status, reason, job_id, ref }) => ({
    run_on,
    stop,
    site_id,
    window,
    status,
    reason,
    job_id,
    ref,
  }));
  return { ...toRouteResource(route, now, calendarOf(config.SVC_PUBLIC_HOLIDAYS)), runs };
});

export const updateRoute = command('updateRoute', {
  /** Jobs that are booked stay booked; cancelling them is the client's to decide. */
  handle: async ({ id, status }, { db, tenant, now, config }) => {
    const before = await lockRoute(db, tenant, id);
    const after = changeStatus(before, status, now);
    if (after !== before) {
      await saveRoute(db, tenant, after);
      const move =
        status === 'active' ? (['skipped', 'due'] as const) : (['due', 'skipped'] as const);
      await changeWaitingStops(db, { tenant, route_id: id, now }, move);
    }
    return toRouteResource(after, now, calendarOf(config.SVC_PUBLIC_HOLIDAYS));
  },
});
