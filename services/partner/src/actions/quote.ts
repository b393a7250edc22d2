import { type BookingSite, type OrderTrip, routeKm } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { command, type PartnerClients } from '../define.ts';
import { stockOf, toOption, unavailableReason } from '../domain/availability.ts';
import { type OrderRecord, readyAt, requireQuotable } from '../domain/order.ts';
import { sameSite, unknownSite } from '../domain/sites.ts';
import { findOrderByRef, insertHeldQuote, insertOrLockOrder, saveOrder } from '../store/orders.ts';
import { countStock, findFullFeed } from '../store/stock.ts';

const holdMs = 15 * 60_000;

export const quote = command('quote', {
  gather: async ({ order_ref, ...trip }, { db, tenant, now, clients, config }) => {
    const known = await findOrderByRef(db, tenant, order_ref);
    if (known) requireQuotable(known);
    const km = await distanceOf(trip, clients);
    const kmMax = config.SVC_PARTNER_KM_MAX;
    return { km, kmMax, ...(await holdDeliverableOptions(trip, { km, kmMax, now, clients })) };
  },
  handle: async ({ order_ref, ...trip }, { db, tenant, now, gathered }) => {
    const { options, expires_at, ...findings } = gathered;
    const order = await insertOrLockOrder(db, tenant, newOrder({ tenant, order_ref, trip, now }));
    requireQuotable(order);
    await saveOrder(db, tenant, { ...order, trip });
    const shelf = { tenant, site_id: trip.pickup_site_id };
    const codes = trip.items.map(({ item_code }) => item_code);
    const stock = await countStock(db, shelf, codes);
    const items = stockOf(trip, stock, (await findFullFeed(db, shelf)) !== null);
    const reason = unavailableReason({ ...findings, items, options: options.length });
    const offered = reason === null ? options : [];
    const id = newId('pq_', now);
    const quote_ids = offered.map(({ quote_id }) => quote_id);
    await insertHeldQuote(db, tenant, { id, order_id: order.id, trip, quote_ids, expires_at });
    return {
      object: 'partner_quote' as const,
      id,
      order_id: order.id,
      available: reason === null,
      reason,
      items,
      options: offered,
      expires_at: expires_at.toISOString(),
    };
  },
});

async function distanceOf(
  { pickup_site_id, dropoff_site_id }: OrderTrip,
  { accounts }: PartnerClients,
): Promise<number> {
  const { sites } = await accounts.bookingSites({ site_ids: [pickup_site_id, dropoff_site_id] });
  const siteOf = (id: string, field: string): BookingSite => {
    const site = sites.find(({ site_id }) => site_id === id);
    if (site) return site;
    throw unknownSite(field);
  };
  const from = siteOf(pickup_site_id, 'pickup_site_id');
  const to = siteOf(dropoff_site_id, 'dropoff_site_id');
  if (from.site_id === to.site_id) throw sameSite('dropoff_site_id');
  return routeKm(from.position, to.position);
}

interface OptionInputs {
  km: number;
  kmMax: number;
  now: Date;
  clients: PartnerClients;
}

/** Options that arrive within receiving hours; none is held beyond the maximum distance. */
async function holdDeliverableOptions(trip: OrderTrip, { km, kmMax, now, clients }: OptionInputs) {
  const { temperature_class, parcels, pickup_site_id, dropoff_site_id } = trip;
  const { temperature_profile, dry_ice_kg } = trip;
  const packed = readyAt(trip, now);
  const way = { km, waitMs: packed.getTime() - now.getTime() };
  const kept = { temperature_class, temperature_profile, dry_ice_kg };
  const wanted = { family: 'pharmacy' as const, ...kept, km, parcels };
  const { quotes } = km > kmMax ? { quotes: [] } : await clients.pricing.holdOptions(wanted);
  const options = quotes.map((each) => toOption(each, way));
  const arrivals = options.map(({ eta_minutes }) => ({
    site_id: dropoff_site_id,
    at: new Date(now.getTime() + eta_minutes * 60_000).toISOString(),
  }));
  const pickup = { site_id: pickup_site_id, at: packed.toISOString() };
  const { open } = await clients.accounts.openAt({ moments: [pickup, ...arrivals] });
  const [isPharmacyOpen, ...isOpenThen] = open;
  const reachable = options.filter((_, index) => isOpenThen[index]);
  return {
    isOpen: isPharmacyOpen === true && (options.length === 0 || reachable.length > 0),
    options: reachable,
    expires_at: new Date(quotes[0]?.expires_at ?? now.getTime() + holdMs),
  };
}

interface NewOrder {
  tenant: string;
  order_ref: string;
  trip: OrderTrip;
  now: Date;
}

const newOrder = ({ tenant, order_ref, trip, now }: NewOrder): OrderRecord => ({
  tenant_id: tenant,
  id: newId('po_', now),
  order_ref,
  status: 'quoted',
  trip,
  sealed_bag: null,
  job_id: null,
  ref: null,
  tracking_url: null,
  ready_at: null,
  closed_at: null,
  created_at: now,
});
