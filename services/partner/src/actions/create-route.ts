import { newId } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import { calendar } from '../calendar.ts';
import { command } from '../define.ts';
import { toRouteResource } from '../domain/route.ts';
import { insertRoute } from '../store/routes.ts';

export const createRoute = command('createRoute', {
  /** What could not be booked is refused now, not on the morning of its first run. */
  gather: async ({ sku, stops, dropoff_site_id }, { clients }) => {
    const site_ids = [...new Set([dropoff_site_id, ...stops.map(({ site_id }) => site_id)])];
    const { sites } = await clients.accounts.bookingSites({ site_ids });
    const known = new Set(sites.map(({ site_id }) => site_id));
    if (!known.has(dropoff_site_id)) throw unknownSite('dropoff_site_id');
    const strange = stops.findIndex(({ site_id }) => !known.has(site_id));
    if (strange >= 0) throw unknownSite(`The site of stop ${strange + 1}`);
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

const unknownSite = (what: string) =>
  new Refusal('unknown_site', `${what} is neither a site of yours nor one shared with you.`);
