/**
 * Stand-ins for the services that partner asks, on the real bus; jobs also emits what a test wants.
 */
import { accounts, custody, type JobSnapshot, jobs, pricing, type Quote } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import { examplePrice, proofAtReception, snapshot } from '@svc/kit/testing/job-snapshot';
import { type Emission, standIn } from '@svc/kit/testing/stand-in';

/** `far` is a thousand kilometres away; `shut` never receives; no other site is known but these. */
const lats: Readonly<Record<string, number>> = {
  'ph-0': -26.2,
  'cli-0': -26.1,
  'cli-1': -26.1,
  broken: -26.1,
  'lab-0': -26.15,
  far: -34,
  shut: -26.1,
};
const accountsStandIn = standIn(accounts, {
  bookingSites: async ({ site_ids }, { tenant }) => ({
    tenant: { id: tenant, name: 'Tenant' },
    policies: { default_cost_centre: '', requirements: {}, sscc: null, temperature_profiles: [] },
    sites: site_ids.flatMap((site_id) => {
      const lat = lats[site_id];
      const place = { name: site_id, time_zone: 'Africa/Johannesburg' };
      return lat === undefined ? [] : [{ site_id, ...place, position: { lat, lng: 28 } }];
    }),
  }),
  openAt: async ({ moments }) => ({ open: moments.map(({ site_id }) => site_id !== 'shut') }),
});

/** Offers no option for frozen contents. */
const pricingStandIn = standIn(pricing, {
  price: async ({ sku }) => {
    if (sku === 'NO-SUCH') throw new Refusal('unknown_sku', 'No such SKU.');
    return { ...examplePrice(9_500), sku, delivery: sku !== 'SUP-BOX' };
  },
  holdOptions: async ({ temperature_class, temperature_profile, km }, { now }) => {
    if (temperature_profile === 'lava') throw new Refusal('unknown_profile', 'No such profile.');
    return { quotes: temperature_class === 'frozen' ? [] : [quoteOf(newId('q_', now), km, now)] };
  },
});
const quoteOf = (id: string, km: number, now: Date): Quote => ({
  object: 'quote',
  id,
  expires_at: new Date(now.getTime() + 15 * 60_000).toISOString(),
  sku: 'PHA-STD',
  priority: 'same_day',
  km,
  lines: [{ label: 'Pharmacy to door', amount_cents: 12_500 }],
  amount_cents: 12_500,
  vat_cents: 1_875,
  total_cents: 14_375,
  currency: 'ZAR',
  vat_inclusive: false,
  sla_minutes: 360,
  price_book_version: '2026-11',
  ...{ temperature_profile: null, dry_ice_kg: null },
});

interface BookedJob {
  id: string;
  seal: string | null;
  temperature_profile?: string | undefined;
  /** Number of refused tries. */
  tries: number;
}

const booked = new Map<string, Map<string, BookedJob>>();

/** Jobs of a tenant that were booked or refused, by the identity under which they were booked. */
export function bookingsOf(tenant: string): Map<string, BookedJob> {
  const found = booked.get(tenant) ?? new Map<string, BookedJob>();
  booked.set(tenant, found);
  return found;
}

const statuses = new Map<string, JobSnapshot['status']>();
/** Sets the status that the stand-in for jobs returns. */
export const setStatus = (id: string, status: JobSnapshot['status']): void => {
  statuses.set(id, status);
};

const jobsStandIn = standIn(jobs, {
  /** Refuses what leaves from `cli-1`, until it was tried twice; fails over what leaves from `broken`. */
  bookBatch: async ({ bookings }, { tenant, now }) => {
    if (bookings.some((each) => each.pickup_site_id === 'broken')) throw new Error('out of order');
    const known = bookingsOf(tenant);
    const results = bookings.map(({ identity, pickup_site_id, ...booking }) => {
      const { seal = null, starts_at = now.toISOString(), temperature_profile } = booking;
      const before = known.get(identity);
      const job = before ?? { id: newId('job_', now), seal, temperature_profile, tries: 0 };
      known.set(identity, job);
      if (pickup_site_id === 'cli-1' && job.tries < 2) {
        known.set(identity, { ...job, tries: job.tries + 1 });
        const detail = 'Not a site of yours.';
        return { identity, status: 'refused' as const, code: 'unknown_site' as const, detail };
      }
      return {
        identity,
        status: before ? ('already_booked' as const) : ('booked' as const),
        job_id: job.id,
        ref: `SVC-${job.id.slice(-8)}`,
        tracking_url: 'https://svc.example/t/token',
        seal: job.seal,
        starts_at,
        sla_due: starts_at,
      };
    });
    return { results };
  },
  locate: async ({ id }, { tenant }) => {
    if (!id.startsWith('job_')) throw new Refusal('job_not_found', 'No such job.');
    const state = { ref: 'SVC-1', status: statuses.get(id) ?? 'booked', last_sequence: 1 };
    return { id, tenant_id: tenant, ...state, requirements: snapshot().requirements };
  },
});

export const neighbours = [accountsStandIn, pricingStandIn, jobsStandIn, standIn(custody, {})];

type JobEventType =
  | 'job.created'
  | 'pickup.completed'
  | 'pickup.failed'
  | 'delivery.completed'
  | 'delivery.failed'
  | 'job.cancelled';

/** An event of a job. */
export interface JobEvent {
  type: JobEventType;
  job_id: string;
  booking_identity?: string;
  seal?: string;
  barcodes?: string[];
  parcels_scanned?: number;
}

/** Event of jobs; each type keeps the fields that its contract declares. */
export function emissionOf(event: JobEvent, at: string): Emission<typeof jobs> {
  const { type, job_id, booking_identity = null, seal, barcodes, parcels_scanned = 1 } = event;
  const ref = 'SVC-TOLD';
  const times = { created_at: at, starts_at: at, sla_due: at };
  const place = { position: null, details: null };
  const entry = { at, type: 'booked' as const, by: 'system', note: null, ...place };
  const data = {
    ...{ job_id, ref, sku: 'X', sla_due: at, delivered_at: at, parcels_scanned },
    ...{ seal: seal ?? 'SEAL', box_temperature_c: 5, reason: 'Closed', return_job_id: 'job_back' },
    ...{ recipient: 'Reception', otp_verified: false, fee_cents: 0, rule: 'free' },
    currency: 'ZAR' as const,
  };
  const internals = {
    job: snapshot({ ref, booking_identity, tracking_token: 'told', ...times }),
    custody: type === 'job.created' ? { ...entry, seal: seal ?? null } : null,
    proof: proofAtReception,
    barcodes,
  };
  return { type, job_id, data, internals };
}
