/** Representations of a job, by audience. */
import { z } from 'zod';
import { bookingSite } from '../accounts/resource.ts';
import {
  cents,
  currency,
  priority,
  requirements,
  temperatureClass,
  timestamp,
} from '../primitives.ts';
import { assignmentFact } from './events.ts';
import { incidentFields } from './requests.ts';
import { status } from './status.ts';

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

/** As the control desk sees it. */
export const deskJob = job.extend({
  /** When the parcels are ready for collection; in the past unless it was booked ahead. */
  starts_at: timestamp,
  driver_id: z.string().nullable(),
  vehicle_id: z.string().nullable(),
  requirements,
});
export const movedJob = deskJob.extend({ webhook_events: webhookEvents });

/**
 * Data minimisation: the job as a courier's device sees it. No price, customer, cost centre,
 * reference, metadata or link.
 */
export const courierJob = z.object({
  object: z.literal('courier_job'),
  ...job.pick({
    id: true,
    ref: true,
    status: true,
    pickup: true,
    dropoff: true,
    parcels: true,
    seal: true,
    un_number: true,
    temperature_range_c: true,
  }).shape,
  temperature_class: temperatureClass.nullable(),
  ...deskJob.pick({ starts_at: true, sla_due: true, requirements: true }).shape,
  /** The job that brings the parcels back, once a hand-over failed. */
  return_job_id: z.string().nullable(),
});

export const trackingEvent = z.object({
  at: timestamp,
  type: z.string(),
  note: z.string(),
  seal: z.string().nullable(),
});

/** Input of the tracking record. */
export const trackedJob = z.object({
  id: z.string(),
  tenant_id: z.string(),
  /** Of the tenant that booked it. */
  sender_name: z.string(),
  ref: z.string(),
  status,
  service: z.string(),
  temperature_class: temperatureClass.nullable(),
  tracking_url: z.url(),
  pickup: bookingSite,
  dropoff: bookingSite,
  created_at: timestamp,
  sla_due: timestamp,
  delivered_at: timestamp.nullable(),
  assignment: assignmentFact.nullable(),
  /** Minutes announced by the courier with `arriving`, and the time of the announcement. */
  announced_eta: z.object({ minutes: z.int(), at: timestamp }).nullable(),
  events: z.array(trackingEvent),
  last_sequence: z.int(),
});

export const incident = z.object({
  object: z.literal('incident'),
  id: z.string(),
  ...incidentFields,
  job_id: z.string(),
  occurred_at: timestamp,
});
