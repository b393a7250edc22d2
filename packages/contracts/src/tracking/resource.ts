import { z } from 'zod';
import { certificate } from '../custody/resource.ts';
import { trackingEvent } from '../jobs/resource.ts';
import { status } from '../jobs/status.ts';
import { position, requiredText, timestamp } from '../primitives.ts';
import { rangeC, temperatureChart, tracedReading } from './cold-chain.ts';
import { deviceId, registration } from './telemetry.ts';

export const documentPaper = z.object({ document: requiredText(60), expires_on: z.iso.date() });

export const driver = z.object({
  object: z.literal('driver'),
  id: z.string(),
  first_name: requiredText(60),
  last_name: requiredText(60),
  documents: z.array(documentPaper).max(20),
  has_photo: z.boolean(),
  /** The driver's own client, once it has one. */
  client_id: z.string().nullable(),
  created_at: timestamp,
});
export type Driver = z.infer<typeof driver>;

export const vehicle = z.object({
  object: z.literal('vehicle'),
  id: z.string(),
  registration,
  documents: z.array(documentPaper).max(20),
  last_position: position.nullable(),
  created_at: timestamp,
});
export type Vehicle = z.infer<typeof vehicle>;

export const telemetryProvider = z.object({
  object: z.literal('telemetry_provider'),
  id: z.string(),
  name: requiredText(120),
  client_id: z.string(),
  created_at: timestamp,
});
export type TelemetryProvider = z.infer<typeof telemetryProvider>;

export const device = z.object({
  object: z.literal('device'),
  id: z.string(),
  device_id: deviceId,
  vehicle_id: z.string(),
  created_at: timestamp,
});
export type Device = z.infer<typeof device>;

/**
 * SLA status: a job under way is `on_time`, `at_risk` (expected to be late) or `overdue`; a
 * delivered job has `met` or `missed` its due time.
 */
export const slaStatuses = ['on_time', 'at_risk', 'overdue', 'met', 'missed'] as const;
export type SlaStatus = (typeof slaStatuses)[number];

/** A probe that is currently out of range, whether or not it already counts as an excursion. */
export const outOfRange = z.object({
  /** The probe's last reading. */
  temperature_c: z.number(),
  at: timestamp,
  /** Its first reading out of range, from which on all were. */
  since: timestamp,
});
export type OutOfRange = z.infer<typeof outOfRange>;

export const exceptionReasons = ['pickup_failed', 'delivery_failed', 'seal_broken'] as const;
export const nextSteps = ['new_collection', 'seal_check', 'return_to_sender', 'none'] as const;
/** Reason of an interruption and the carrier's next step, as codes and as sentences. */
export const jobException = z.object({
  reason: z.enum(exceptionReasons),
  reason_detail: z.string(),
  at: timestamp,
  next_step: z.enum(nextSteps),
  next_step_detail: z.string(),
});
export type JobException = z.infer<typeof jobException>;

/** A contact. */
export const party = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type Party = z.infer<typeof party>;

export const trackingRecord = z.object({
  ref: z.string(),
  status,
  tracking_url: z.url(),
  eta_minutes: z.int().min(0),
  sla_due: timestamp,
  /** Null when the due time no longer counts: cancelled, or brought back. */
  sla_status: z.enum(slaStatuses).nullable(),
  /** Minutes after the due time, begun ones counted: so far, or at the hand-over. */
  minutes_late: z.int().min(0),
  out_of_range: outOfRange.nullable(),
  exception: jobException.nullable(),
  /** When the parcels were back at the sender. */
  returned_at: timestamp.nullable(),
  carrier: party,
  driver: z.object({ first_name: z.string(), photo_url: z.url().nullable() }).nullable(),
  vehicle: z.object({ registration: z.string(), last_position: position.nullable() }).nullable(),
  events: z.array(trackingEvent),
});

/**
 * Input of the public tracking page. No names of people beyond the driver's
 * first; `tenant_id` and `job_id` are for looking up the sender's contact and the certificates, and
 * are not shown on the page.
 */
export const publicTracking = trackingRecord.extend({
  tenant_id: z.string(),
  job_id: z.string(),
  sender_name: z.string(),
  created_at: timestamp,
  service: z.string(),
  /** Null for a job that needs no range. */
  range_c: rangeC.nullable(),
  pickup: z.object({ name: z.string(), position }),
  dropoff: z.object({ name: z.string(), position }),
  delivered_at: timestamp.nullable(),
  /** With the key of a page link, else null. */
  temperature: temperatureChart.nullable(),
  /** Grows with every change; a page reloads only if it differs. */
  version: z.string(),
});

export const readingsBundle = z.object({
  format: z.literal('svc.cold_chain.bundle.v1'),
  job: z.object({ id: z.string(), ref: z.string() }),
  certificate,
  certificate_jws: z.string(),
  jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  readings: z.array(tracedReading),
});
