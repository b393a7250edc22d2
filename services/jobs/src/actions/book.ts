import { type BookingRequest, routeKm } from '@svc/contracts';
import { newId, randomCode, randomToken } from '@svc/kit/ids';
import { type Asked, command } from '../define.ts';
import { bookJob } from '../domain/booking.ts';
import { byClient } from '../domain/custody-fact.ts';
import { toResource } from '../domain/resource.ts';
import { insertJob } from '../store/jobs.ts';
import { tell } from '../tell.ts';

export const book = command('book', {
  gather: async (request, { clients }) => {
    const [sites, priced] = await sitesAndPrice(request, clients);
    return { ...sites, priced };
  },
  handle: async (request, { db, tenant, actor, now, facts, config, emit }) => {
    const booked = bookJob(request, facts, {
      now,
      by: byClient(actor),
      id: newId('job_', now),
      ref: `SVC-${randomCode(8)}`,
      tracking_token: randomToken(),
      parcel_ids: Array.from({ length: facts.priced.parcels }, () => newId('pcl_', now)),
    });
    await insertJob(db, tenant, booked);
    return { ...toResource(booked.job, config), webhook_events: tell(emit, booked) };
  },
  retryOn: ['job_ref_unique'],
});

/** Asked at once, unless the price needs the distance between the sites. */
async function sitesAndPrice(request: BookingRequest, clients: Asked) {
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
