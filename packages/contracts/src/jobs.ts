/**
 * Jobs: booking and the life of a courier job.
 *
 * Terms
 * - **job**: parcels taken from one site to another; known by id and by `ref`.
 * - **leg**: one hop of a job between two sites.
 * - **timeline**: what happened to the job, in order; tracking shows it.
 * - **custody**: from collection to delivery the courier holds the parcels.
 * - **seal**: the tamper seal on the bag or box.
 */
import { z } from 'zod';
import { bookingSite } from './accounts.ts';
import { command, defineContract, event, query } from './define.ts';
import { priced, priceRequest } from './pricing.ts';
import {
  cents,
  costCentre,
  currency,
  instant,
  listOf,
  metadata,
  opaqueId,
  position,
  priority,
  requiredText,
  requirements,
  temperatureClass,
  text,
  timestamp,
} from './primitives.ts';

export const statuses = [
  'booked',
  'assigned',
  'en_route_pickup',
  'collected',
  'in_transit',
  'delivered',
  'exception',
  'cancelled',
] as const;
export const status = z.enum(statuses);
export type Status = z.infer<typeof status>;

const jobSite = z.object({ site_id: z.string(), name: z.string() });

export const job = z.object({
  id: z.string(),
  ref: z.string(),
  object: z.literal('job'),
  status,
  sku: z.string(),
  service: z.string(),
  priority,
  tenant: z.object({ id: z.string(), name: z.string() }),
  pickup: jobSite,
  dropoff: jobSite,
  parcels: z.int(),
  seal: z.string().nullable(),
  un_number: z.string(),
  temperature_range_c: z.object({ min: z.number(), max: z.number() }).nullable(),
  km: z.number(),
  created_at: timestamp,
  sla_due: timestamp,
  delivered_at: timestamp.nullable(),
  cost_centre: z.string(),
  price: z.object({ amount_cents: cents, currency, vat_inclusive: z.boolean() }),
  tracking_url: z.url(),
  certificate_url: z.url().nullable(),
  reference: z.string(),
  metadata: z.record(z.string(), z.string()),
  return_job_id: z.string().nullable(),
  return_of: z.string().nullable(),
});
export type Job = z.infer<typeof job>;

const webhookEvents = z.array(z.string());
export const bookedJob = job.extend({ webhook_events: webhookEvents });
export const cancelledJob = bookedJob.extend({
  cancellation: z.object({
    reason: z.string(),
    fee_cents: cents,
    currency,
    rule: z.string(),
  }),
});
export const leg = z.object({
  seq: z.int(),
  from_site_id: z.string(),
  to_site_id: z.string(),
  status: z.enum(['planned', 'in_progress', 'completed', 'failed', 'cancelled']),
  departed_at: timestamp.nullable(),
  arrived_at: timestamp.nullable(),
});
export const parcelItem = z.object({
  id: z.string(),
  barcode: z.string().nullable(),
  seal: z.string().nullable(),
  temperature_class: temperatureClass.nullable(),
  un_number: z.string(),
});
export const jobDetail = job.extend({
  custody_events: z.int(),
  legs: z.array(leg),
  parcel_items: z.array(parcelItem),
  requirements,
});

export const trackingEvent = z.object({
  at: timestamp,
  type: z.string(),
  note: z.string(),
  seal: z.string().nullable(),
});
export const tracking = z.object({
  ref: z.string(),
  status,
  tracking_url: z.url(),
  eta_minutes: z.int().min(0),
  driver: z.object({ first_name: z.string(), photo_url: z.url().nullable() }).nullable(),
  vehicle: z.object({ registration: z.string(), last_position: position.nullable() }).nullable(),
  events: z.array(trackingEvent),
});

/** What other services may know of a job; never sent to subscribers. */
export const jobFacts = z.object({
  status,
  ref: z.string(),
  pickup: bookingSite,
  dropoff: bookingSite,
  priced,
  cost_centre: z.string(),
  parcels: z.int(),
  sla_due: timestamp,
  requirements,
  tracking_token: z.string(),
});
const facts = z.object({ job: jobFacts });

const jobEvent = <T extends z.ZodRawShape>(shape: T) =>
  event(z.object({ job_id: z.string(), ref: z.string(), ...shape }), facts);

export const bookingRequest = priceRequest.partial({ sku: true }).extend({
  quote_id: requiredText(64).optional(),
  pickup_site_id: requiredText(64),
  dropoff_site_id: requiredText(64),
  cost_centre: costCentre.optional(),
  reference: text(64).default(''),
  metadata: metadata.default({}),
  requirements: requirements.partial().optional(),
});
export type BookingRequest = z.infer<typeof bookingRequest>;

/** Blanks are no reason. */
const reasonText = text(500).trim().min(1);

const byId = z.object({ id: opaqueId });
const idIssues = { 'id.invalid_format': 'job_not_found' } as const;

export const listFilter = z.object({
  status: status.optional(),
  site: requiredText(64).optional(),
  reference: text(64).optional(),
  created_gte: instant.optional(),
  created_lt: instant.optional(),
  limit: z.int().min(1).max(100).default(20),
  starting_after: opaqueId.optional(),
  ending_before: opaqueId.optional(),
});
export type ListFilter = z.infer<typeof listFilter>;

export const jobs = defineContract({
  name: 'jobs',
  actions: {
    book: command({
      input: bookingRequest.refine((b) => b.quote_id !== undefined || b.sku !== undefined, {
        path: ['sku'],
        error: 'send quote_id or sku',
      }),
      output: bookedJob,
      refusals: [
        'quote_not_found',
        'quote_expired',
        'unknown_site',
        'unknown_sku',
        'invalid_priority',
        'invalid_timing',
        'not_a_delivery',
      ],
      issues: {
        'priority.invalid_value': 'invalid_priority',
        'timing.invalid_value': 'invalid_timing',
      },
    }),
    list: query({
      input: listFilter.refine((f) => !(f.starting_after && f.ending_before), {
        path: ['ending_before'],
        error: 'not together with starting_after',
      }),
      output: listOf(job),
      refusals: [],
    }),
    get: query({
      input: byId,
      output: jobDetail,
      refusals: ['job_not_found'],
      issues: idIssues,
    }),
    update: command({
      input: z.object({
        id: opaqueId,
        cost_centre: costCentre.optional(),
        reference: text(64).optional(),
        metadata: metadata.optional(),
        priority: z.literal('stat').optional(),
      }),
      output: bookedJob,
      refusals: [
        'job_not_found',
        'already_cancelled',
        'already_delivered',
        'in_custody',
        'invalid_priority',
        'unknown_sku',
      ],
      issues: { ...idIssues, 'priority.invalid_value': 'invalid_priority' },
    }),
    cancel: command({
      input: z.object({ id: opaqueId, reason: reasonText }),
      output: cancelledJob,
      refusals: [
        'job_not_found',
        'already_cancelled',
        'already_delivered',
        'in_custody',
        'reason_required',
      ],
      issues: {
        ...idIssues,
        'reason.invalid_type': 'reason_required',
        'reason.too_small': 'reason_required',
      },
    }),
    track: query({
      input: z.object({ ref: opaqueId }),
      output: tracking,
      refusals: ['tracking_not_found'],
      issues: { 'ref.invalid_format': 'tracking_not_found' },
    }),
  },
  events: {
    'job.created': jobEvent({ sku: z.string(), sla_due: timestamp }),
    'job.updated': jobEvent({
      changed: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    }),
    'job.cancelled': jobEvent({
      reason: z.string(),
      fee_cents: cents,
      currency,
      rule: z.string(),
    }),
  },
});
