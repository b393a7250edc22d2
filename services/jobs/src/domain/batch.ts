/** Booking in batches: one booking that is refused does not undo the others. */
import {
  type BatchBooking,
  type BatchResult,
  type BookingSite,
  bookingRefusals,
  errors,
  type Policies,
  type Priced,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { type BookingContext, bookJob } from './booking.ts';
import type { JobRecord } from './job.ts';
import type { TransitionResult } from './job-command.ts';
import { type Addresses, trackingUrlOf } from './resource.ts';

export type BatchRefusal = Extract<BatchResult, { status: 'refused' }>;
type Unpriced = Pick<BatchRefusal, 'code' | 'detail'>;

/** Gathered from accounts and pricing for all bookings of a batch, before the transaction. */
export interface BatchInputs {
  tenant: { id: string; name: string };
  policies: Policies;
  /** Sites that the tenant may use. */
  sites: ReadonlyMap<string, BookingSite>;
  /** Distances by identity; absent for unknown sites and where the way is too long. */
  prices: ReadonlyMap<string, Priced | Unpriced>;
}

/** Same precedence of refusals as a single booking: sites, price, not a delivery. */
export function bookBatchItem(
  booking: BatchBooking,
  { tenant, policies, sites, prices }: BatchInputs,
  contextFor: (parcels: number) => BookingContext,
): TransitionResult | BatchRefusal {
  const { identity } = booking;
  const refused = ({ code, detail }: Unpriced): BatchRefusal => ({
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
  if (!priced) return refused(outOfArea);
  if ('code' in priced) return refused(priced);
  try {
    return bookJob(
      booking,
      { tenant, policies, pickup, dropoff, priced },
      contextFor(priced.parcels),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const code = bookingRefusals.find((each) => each === error.code);
    if (!code) throw error;
    return refused({ code, detail: error.detail });
  }
}

export const outOfArea = { code: 'out_of_area', detail: errors.out_of_area.meaning } as const;

const unknownSite = (field: string): Unpriced => ({
  code: 'unknown_site',
  detail: `${field} is neither a site of yours nor one shared with you. GET /sites lists them.`,
});

export const isBooked = (decided: TransitionResult | BatchRefusal): decided is TransitionResult =>
  'job' in decided;

interface Decided {
  decided: readonly (TransitionResult | BatchRefusal)[];
  /** Inserted by this call; a concurrent call may have booked some of the identities first. */
  made: readonly TransitionResult[];
  /** Jobs that were booked earlier under one of the identities. */
  known: readonly JobRecord[];
  addresses: Addresses;
}

/**
 * In the order of the bookings; of duplicate identities the first is `booked`, the others
 * `already_booked`.
 */
export function toBatchResults(
  bookings: readonly BatchBooking[],
  { decided, made, known, addresses }: Decided,
): BatchResult[] {
  const jobs = new Map(
    [...known, ...made.map(({ job }) => job)].map((job) => [job.booking_identity, job]),
  );
  const isNew = new Set(made.map(({ job }) => job.booking_identity));
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

const named = (job: JobRecord, addresses: Addresses) => ({
  job_id: job.id,
  ref: job.ref,
  tracking_url: trackingUrlOf(job, addresses),
  seal: job.seal,
  starts_at: job.starts_at.toISOString(),
  sla_due: job.sla_due.toISOString(),
});
