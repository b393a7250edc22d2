/** The public job, and the tracking record, as the API document has them. */
import { z } from 'zod';
import { status } from './job-status.ts';
import { assignmentFact } from './operations.ts';
import {
  cents,
  currency,
  position,
  priority,
  requirements,
  temperatureClass,
  timestamp,
} from './primitives.ts';
import { bookingSite } from './tenant.ts';

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

export const webhookEvents = z.array(z.string());
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

/** As the control desk sees it. */
export const deskJob = job.extend({
  /** When the parcels are ready for collection; in the past unless it was booked ahead. */
  starts_at: timestamp,
  driver_id: z.string().nullable(),
  vehicle_id: z.string().nullable(),
  requirements,
});
export const movedJob = deskJob.extend({ webhook_events: webhookEvents });

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

/** What tracking builds its record from. */
export const trackedJob = z.object({
  id: z.string(),
  tenant_id: z.string(),
  ref: z.string(),
  status,
  service: z.string(),
  tracking_url: z.url(),
  pickup: bookingSite,
  dropoff: bookingSite,
  created_at: timestamp,
  sla_due: timestamp,
  delivered_at: timestamp.nullable(),
  assignment: assignmentFact.nullable(),
  /** Minutes as the courier said with `arriving`, and when. */
  said_eta: z.object({ minutes: z.int(), at: timestamp }).nullable(),
  events: z.array(trackingEvent),
  last_sequence: z.int(),
});
