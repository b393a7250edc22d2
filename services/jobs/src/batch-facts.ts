/** Asks once for all bookings of a batch: distinct sites, distinct prices. */
import type { BatchBooking, BookingSite } from '@svc/contracts';
import type { Asked } from './define.ts';
import type { BatchFacts } from './domain/batch.ts';
import { routeKm } from './domain/distance.ts';

export async function batchFacts(
  bookings: readonly BatchBooking[],
  { accounts, pricing }: Asked,
): Promise<BatchFacts> {
  const site_ids = [
    ...new Set(bookings.flatMap((each) => [each.pickup_site_id, each.dropoff_site_id])),
  ];
  const found = await accounts.bookingSites({ site_ids });
  const sites = new Map(found.sites.map((site) => [site.site_id, site]));
  const asked = bookings.flatMap((booking) => {
    const request = priceRequestOf(booking, sites);
    return request ? [{ identity: booking.identity, request, key: JSON.stringify(request) }] : [];
  });
  const distinct = [...new Map(asked.map(({ key, request }) => [key, request]))];
  const { prices } =
    distinct.length > 0
      ? await pricing.prices({ requests: distinct.map(([, request]) => request) })
      : { prices: [] };
  const byKey = new Map(distinct.map(([key], place) => [key, prices[place]]));
  return {
    tenant: found.tenant,
    policies: found.policies,
    sites,
    prices: new Map(
      asked.flatMap(({ identity, key }) => {
        const price = byKey.get(key);
        return price ? [[identity, price]] : [];
      }),
    ),
  };
}

/** Without a distance the price needs both sites; where one is unknown there is no price. */
function priceRequestOf(booking: BatchBooking, sites: ReadonlyMap<string, BookingSite>) {
  const { quote_id, sku, priority, timing, parcels } = booking;
  if (quote_id !== undefined) return { quote_id };
  if (sku === undefined) throw new Error('the contract lets none pass without quote_id and sku');
  const from = sites.get(booking.pickup_site_id);
  const to = sites.get(booking.dropoff_site_id);
  if (!from || !to) return undefined;
  const km = booking.km ?? routeKm(from.position, to.position);
  return { sku, km, priority, timing, parcels };
}
