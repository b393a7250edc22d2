/** Booking in batches: one booking that is refused does not undo the others. */
import type { BatchBooking, BatchResult, BookingSite, Policies, Priced } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { bookJob, type Draw } from './booking.ts';
import type { Outcome } from './happening.ts';
import type { Job } from './job.ts';
import { type Addresses, trackingUrl } from './resource.ts';

export type Refused = Extract<BatchResult, { status: 'refused' }>;
type Unpriced = Pick<Refused, 'code' | 'detail'>;

/** What accounts and pricing say about all bookings of a batch. */
export interface BatchFacts {
  tenant: { id: string; name: string };
  policies: Policies;
  /** Those that the tenant may use. */
  sites: ReadonlyMap<string, BookingSite>;
  /** By identity. A booking between unknown sites may have none. */
  prices: ReadonlyMap<string, Priced | Unpriced>;
}

/** As a single booking is decided: its sites first, then its price, then whether it is a delivery. */
export function bookOf(
  booking: BatchBooking,
  { tenant, policies, sites, prices }: BatchFacts,
  draw: (parcels: number) => Draw,
): Outcome | Refused {
  const { identity } = booking;
  const refused = ({ code, detail }: Unpriced): Refused => ({
    identity,
    status: 'refused',
    code,
    detail,
  });
  const pickup = sites.get(booking.pickup_site_id);
  if (!pickup) return refused(unknownSite('pickup_site_id'));
  const dropoff = sites.get(booking.dropoff_site_id);
  if (!dropoff) return refused(unknownSite('dropoff_site_id'));
  const priced = prices.get(identity);
  if (!priced) throw new Error('a booking between known sites was priced');
  if ('code' in priced) return refused(priced);
  try {
    return bookJob(booking, { tenant, policies, pickup, dropoff, priced }, draw(priced.parcels));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_a_delivery') throw error;
    return refused({ code: error.code, detail: error.detail });
  }
}

const unknownSite = (field: string): Unpriced => ({
  code: 'unknown_site',
  detail: `${field} is neither a site of yours nor one shared with you.`,
});

export const isOutcome = (decided: Outcome | Refused): decided is Outcome => 'job' in decided;

interface Decided {
  decided: readonly (Outcome | Refused)[];
  /** Those of them that were not booked by somebody else meanwhile. */
  made: readonly Outcome[];
  /** The jobs that were booked before. */
  known: readonly Job[];
  addresses: Addresses;
}

/** In the order of the bookings; an identity that comes twice was booked by its first. */
export function resultsOf(
  bookings: readonly BatchBooking[],
  { decided, made, known, addresses }: Decided,
): BatchResult[] {
  const jobs = new Map(
    [...known, ...made.map(({ job }) => job)].map((job) => [job.booked_as, job]),
  );
  const isNew = new Set(made.map(({ job }) => job.booked_as));
  const refusals = new Map(decided.flatMap((one) => ('code' in one ? [[one.identity, one]] : [])));
  return bookings.map(({ identity }) => {
    const job = jobs.get(identity);
    if (job) {
      const status = isNew.delete(identity) ? 'booked' : 'already_booked';
      return { identity, status, ...named(job, addresses) };
    }
    const refusal = refusals.get(identity);
    if (!refusal) throw new Error('a booking was decided');
    return refusal;
  });
}

const named = (job: Job, addresses: Addresses) => ({
  job_id: job.id,
  ref: job.ref,
  tracking_url: trackingUrl(job, addresses),
  seal: job.seal,
  starts_at: job.starts_at.toISOString(),
  sla_due: job.sla_due.toISOString(),
});
