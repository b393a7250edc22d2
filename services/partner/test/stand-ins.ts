/** Stand-ins for the services that partner asks, on the real bus; jobs also tells what it is told to. */
import {
  accounts,
  command,
  defineContract,
  type JobSnapshot,
  jobs,
  pricing,
  type Quote,
} from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import { newId } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import { defineService } from '@svc/kit/service';
import type { Kysely } from 'kysely';
import { z } from 'zod';

const nothing = { calls: {}, config: z.object({}), reactions: [], schedules: [], migrations: [] };

const accountsPart = defineContract({
  name: 'accounts',
  actions: { bookingSites: accounts.actions.bookingSites, openAt: accounts.actions.openAt },
  events: {},
});
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
const { query: ofAccounts } = bind()(accountsPart, {});
const bookingSites = ofAccounts('bookingSites', async ({ site_ids }, { tenant }) => ({
  tenant: { id: tenant, name: 'Tenant' },
  policies: { default_cost_centre: '', requirements: {} },
  sites: site_ids.flatMap((site_id) => {
    const lat = lats[site_id];
    const place = { name: site_id, time_zone: 'Africa/Johannesburg' };
    return lat === undefined ? [] : [{ site_id, ...place, position: { lat, lng: 28 } }];
  }),
}));
const openAt = ofAccounts('openAt', async ({ moments }) => ({
  open: moments.map(({ site_id }) => site_id !== 'shut'),
}));
export const accountsStandIn = defineService({
  ...nothing,
  contract: accountsPart,
  actions: { bookingSites, openAt },
});

const pricingPart = defineContract({
  name: 'pricing',
  actions: { holdOptions: pricing.actions.holdOptions, price: pricing.actions.price },
  events: {},
});
const { query: ofPricing, command: pricingCommand } = bind()(pricingPart, {});
const requirements = { otp: false, id_check: false, signature: false, photo: false };
const price = ofPricing('price', async ({ sku }) => {
  if (sku === 'NO-SUCH') throw new Refusal('unknown_sku', 'No such SKU.');
  return { ...priced, sku, delivery: sku !== 'SUP-BOX' };
});
const priced: JobSnapshot['priced'] = {
  sku: 'LAB-ROUTE',
  service: 'Clinic route stop',
  priority: 'scheduled',
  km: 10,
  parcels: 1,
  timing: 'standard',
  lines: [{ label: 'Stop', amount_cents: 9_500 }],
  base_cents: 9_500,
  amount_cents: 9_500,
  vat_cents: 1_425,
  vat_percent: 15,
  sla_minutes: 720,
  delivery: true,
  temperature_class: 'ambient',
  un_number: '',
  requirements,
  price_book_version: '2026-11',
};
/** Nothing is brought frozen. */
const holdOptions = pricingCommand('holdOptions', {
  handle: async ({ temperature_class, km }, { now }) => ({
    quotes: temperature_class === 'frozen' ? [] : [quoteOf(newId('q_', now), km, now)],
  }),
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
});
export const pricingStandIn = defineService({
  ...nothing,
  contract: pricingPart,
  actions: { holdOptions, price },
});

const jobsPart = defineContract({
  name: 'jobs',
  actions: {
    bookBatch: jobs.actions.bookBatch,
    locate: jobs.actions.locate,
    /** Something happens to a job. */
    emitEvent: command({
      input: z.object({
        job_id: z.string(),
        booking_identity: z.string().nullable().default(null),
        type: z.enum([
          'job.created',
          'pickup.completed',
          'pickup.failed',
          'delivery.completed',
          'delivery.failed',
          'job.cancelled',
        ]),
        seal: z.string().nullable().default(null),
        barcodes: z.array(z.string()).optional(),
        parcels_scanned: z.int().default(1),
      }),
      output: z.object({}),
      refusals: [],
    }),
  },
  events: jobs.events,
});

interface JobTables {
  job: {
    tenant_id: string;
    booking_identity: string;
    id: string;
    seal: string | null;
    tries: number;
  };
}
const { query: ofJobs, command: jobsCommand } = bind<JobTables>()(jobsPart, {});
const trackingUrl = 'https://svc.example/t/token';

/** The job under this identity; new unless somebody booked it before. */
async function bookOnce(
  db: Kysely<JobTables>,
  job: Pick<JobTables['job'], 'tenant_id' | 'booking_identity' | 'id' | 'seal'>,
) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('job')
    .values({ ...job, tries: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  const stored = await db
    .selectFrom('job')
    .selectAll()
    .where('tenant_id', '=', job.tenant_id)
    .where('booking_identity', '=', job.booking_identity)
    .executeTakeFirstOrThrow();
  return { ...stored, isNew: numInsertedOrUpdatedRows === 1n };
}

/** Refuses what leaves from `cli-1`, until it was tried twice; fails over what leaves from `broken`. */
const bookBatch = jobsCommand('bookBatch', {
  handle: async ({ bookings }, { db, tenant, now }) => ({
    results: await Promise.all(
      bookings.map(async (booking) => {
        if (booking.pickup_site_id === 'broken') throw new Error('out of order');
        const { identity, seal = null, starts_at = now.toISOString() } = booking;
        const job = { tenant_id: tenant, booking_identity: identity, id: newId('job_', now), seal };
        const { id, tries, isNew, seal: expected } = await bookOnce(db, job);
        if (booking.pickup_site_id === 'cli-1' && tries < 2) {
          const next = { tries: tries + 1 };
          await db.updateTable('job').set(next).where('id', '=', id).execute();
          return refusal(identity);
        }
        return {
          identity,
          status: isNew ? ('booked' as const) : ('already_booked' as const),
          job_id: id,
          ref: `SVC-${id.slice(-8)}`,
          tracking_url: trackingUrl,
          seal: expected,
          starts_at,
          sla_due: starts_at,
        };
      }),
    ),
  }),
});
const refusal = (identity: string) => ({
  identity,
  status: 'refused' as const,
  code: 'unknown_site' as const,
  detail: 'Not a site of yours.',
});

const locate = ofJobs('locate', async ({ id }, { tenant }) => {
  if (!id.startsWith('job_')) throw new Refusal('job_not_found', 'No such job.');
  const booked = { ref: 'SVC-1', status: 'booked' as const, requirements, last_sequence: 1 };
  return { id, tenant_id: tenant, ...booked };
});

const site = { name: 'Site', position: { lat: -26, lng: 28 }, time_zone: 'Africa/Johannesburg' };
const snapshotOf = (booking_identity: string | null, now: Date): JobSnapshot => ({
  status: 'booked',
  ref: 'SVC-TOLD',
  pickup: { site_id: 'ph-0', ...site },
  dropoff: { site_id: 'cli-0', ...site },
  priced,
  cost_centre: '',
  parcels: 1,
  created_at: now.toISOString(),
  starts_at: now.toISOString(),
  sla_due: now.toISOString(),
  delivered_at: null,
  requirements,
  tracking_token: 'told',
  return_of: null,
  booking_identity,
  assignment: null,
});

const emitEvent = jobsCommand('emitEvent', {
  handle: async (
    { job_id, booking_identity, type, seal, barcodes, parcels_scanned },
    { now, emit },
  ) => {
    const at = now.toISOString();
    const custody = { at, type: 'booked', by: 'system', note: null, seal } as const;
    const bare = { job: snapshotOf(booking_identity, now), custody: null };
    const internals = { ...bare, custody: { ...custody, position: null, details: null } };
    const subject = { job_id, ref: 'SVC-TOLD' };
    const options = { jobId: job_id };
    const proof = {
      recipient: 'Reception',
      otp_verified: false,
      id_check: 'not_required',
      signature_file_id: null,
      photo_file_id: null,
    } as const;
    const event = {
      'job.created': () =>
        emit('job.created', { ...subject, sku: 'X', sla_due: at }, internals, options),
      'pickup.completed': () =>
        emit(
          'pickup.completed',
          { ...subject, parcels_scanned, seal: seal ?? 'SEAL', box_temperature_c: 5 },
          { ...bare, barcodes },
          options,
        ),
      'pickup.failed': () => emit('pickup.failed', { ...subject, reason: 'Closed' }, bare, options),
      'delivery.completed': () =>
        emit(
          'delivery.completed',
          { ...subject, recipient: 'Reception', otp_verified: false, delivered_at: at },
          { ...bare, proof },
          options,
        ),
      'delivery.failed': () =>
        emit(
          'delivery.failed',
          { ...subject, reason: 'Nobody', return_job_id: 'job_back' },
          bare,
          options,
        ),
      'job.cancelled': () =>
        emit(
          'job.cancelled',
          { ...subject, reason: 'No more', fee_cents: 0, currency: 'ZAR', rule: 'free' },
          bare,
          options,
        ),
    };
    event[type]();
    return {};
  },
});
export const jobsStandIn = defineService({
  ...nothing,
  contract: jobsPart,
  actions: { bookBatch, locate, emitEvent },
  migrations: [
    {
      name: '0001-stand-in',
      sql: `create table job (tenant_id text, booking_identity text, id text, seal text, tries int,
                              primary key (tenant_id, booking_identity))`,
    },
  ],
});
