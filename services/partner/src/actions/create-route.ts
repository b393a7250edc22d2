import { newId } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import { calendar } from '../adapters/calendar.ts';
import { command } from '../define.ts';
import { toRouteResource } from '../domain/route.ts';
import { sameSite, unknownSite } from '../domain/sites.ts';
import { insertRoute } from '../store/routes.ts';

export const createRoute = command('createRoute', {
  /** Validates sites and SKU when the route is created instead of at its first run. */
  gather: async ({ sku, stops, dropoff_site_id }, { clients }) => {
    const site_ids = [...new Set([dropoff_site_id, ...stops.map(({ site_id }) => site_id)])];
    const { sites } = await clients.accounts.bookingSites({ site_ids });
    const known = new Set(sites.map(({ site_id }) => site_id));
    if (!known.has(dropoff_site_id)) throw unknownSite('dropoff_site_id');
    for (const [i, { site_id }] of stops.entries()) {
      if (!known.has(site_id)) throw unknownSite('stops', i, 'site_id');
      if (site_id === dropoff_site_id) throw sameSite('stops', i, 'site_id');
    }
    const { delivery } = await clients.pricing.price({ sku });
    if (!delivery) throw new Refusal('not_a_delivery', `SKU ${sku} is not a delivery.`);
  },
  handle: async (plan, { db, tenant, now }) => {
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
    return toRouteResource(route, now, calendar);
  },
});
