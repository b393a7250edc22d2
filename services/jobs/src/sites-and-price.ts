/** What accounts and pricing say about a booking. */
import { type BookingRequest, routeKm } from '@svc/contracts';
import type { Asked } from './define.ts';

/** Asked at once, unless the price needs the distance between the sites. */
export async function sitesAndPrice(request: BookingRequest, clients: Asked) {
  const { quote_id, sku, km, priority, timing, parcels } = request;
  const { pickup_site_id, dropoff_site_id } = request;
  const askSites = () => clients.accounts.bookingFacts({ pickup_site_id, dropoff_site_id });
  if (quote_id !== undefined) return both(askSites(), clients.pricing.heldPrice({ quote_id }));
  if (sku === undefined) throw new Error('the contract lets none pass without quote_id and sku');
  const askPrice = (distance: number) =>
    clients.pricing.price({ sku, km: distance, priority, timing, parcels });
  if (km !== undefined) return both(askSites(), askPrice(km));
  const sites = await askSites();
  const price = await askPrice(routeKm(sites.pickup.position, sites.dropoff.position));
  return [sites, price] as const;
}

/** When both are refused, the first one's refusal is the outcome, whichever came earlier. */
async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<readonly [A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}
