/**
 * Gathers the inputs of bookings from accounts (sites, policies) and pricing, before the
 * transaction.
 */
import {
  type BatchBooking,
  type BookingRequest,
  type BookingSite,
  kmMax,
  routeKm,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { JobsClients } from '../define.ts';
import { type BatchInputs, outOfArea } from '../domain/batch.ts';
import type { BookingInputs } from '../domain/booking.ts';

/** Both services are called in parallel, unless the price needs the distance between the sites. */
export async function gatherBookingInputs(
  request: BookingRequest,
  { accounts, pricing }: JobsClients,
): Promise<BookingInputs> {
  const { quote_id, sku, km, priority, timing, parcels } = request;
  const { pickup_site_id, dropoff_site_id } = request;
  const getSites = () => accounts.bookingDetails({ pickup_site_id, dropoff_site_id });
  if (quote_id !== undefined) return joined(getSites(), pricing.heldPrice({ quote_id }));
  if (sku === undefined) throw new Error('the contract requires quote_id or sku');
  const getPrice = (distance: number) =>
    pricing.price({ sku, km: distance, priority, timing, parcels });
  if (km !== undefined) return joined(getSites(), getPrice(km));
  const sites = await getSites();
  const distance = servedKm(sites.pickup, sites.dropoff);
  if (distance === undefined) throw new Refusal(outOfArea.code, outOfArea.detail);
  const priced = await getPrice(distance);
  return { ...sites, priced };
}

type Sites = Omit<BookingInputs, 'priced'>;

/**
 * If both calls are refused, the refusal of the sites is returned, so that the result is stable.
 */
async function joined(
  sites: Promise<Sites>,
  priced: Promise<BookingInputs['priced']>,
): Promise<BookingInputs> {
  await Promise.allSettled([sites, priced]);
  return { ...(await sites), priced: await priced };
}

/** One call per service for all bookings of a batch: distinct sites, distinct prices. */
export async function gatherBatchInputs(
  bookings: readonly BatchBooking[],
  { accounts, pricing }: JobsClients,
): Promise<BatchInputs> {
  const site_ids = [
    ...new Set(bookings.flatMap((each) => [each.pickup_site_id, each.dropoff_site_id])),
  ];
  const found = await accounts.bookingSites({ site_ids });
  const sites = new Map(found.sites.map((site) => [site.site_id, site]));
  const requested = bookings.flatMap((booking) => {
    const request = priceRequestOf(booking, sites);
    return request ? [{ identity: booking.identity, request, key: JSON.stringify(request) }] : [];
  });
  const distinct = [...new Map(requested.map(({ key, request }) => [key, request]))];
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
      requested.flatMap(({ identity, key }) => {
        const price = byKey.get(key);
        return price ? [[identity, price]] : [];
      }),
    ),
  };
}

/** Undefined for a way that is longer than any that is priced. */
function servedKm(from: BookingSite, to: BookingSite): number | undefined {
  const distance = routeKm(from.position, to.position);
  return distance > kmMax ? undefined : distance;
}

/**
 * A price without `km` needs the positions of both sites: undefined if one is unknown, or the
 * distance too long.
 */
function priceRequestOf(booking: BatchBooking, sites: ReadonlyMap<string, BookingSite>) {
  const { quote_id, sku, priority, timing, parcels } = booking;
  if (quote_id !== undefined) return { quote_id };
  if (sku === undefined) throw new Error('the contract requires quote_id or sku');
  const from = sites.get(booking.pickup_site_id);
  const to = sites.get(booking.dropoff_site_id);
  if (!from || !to) return undefined;
  const km = booking.km ?? servedKm(from, to);
  return km === undefined ? undefined : { sku, km, priority, timing, parcels };
}
