/** A job as the control desk works with it, composed from all services. */
import { z } from 'zod';
import { site } from '../accounts/resource.ts';
import { certificate } from '../custody/resource.ts';
import { timestamp } from '../primitives.ts';
import { latestReading } from '../tracking/cold-chain.ts';
import { jobException, trackingRecord } from '../tracking/resource.ts';
import { delivery } from '../webhooks/resource.ts';
import { stop } from './courier-resource.ts';
import { jobVersion } from './decision.ts';
import { instructions } from './instructions.ts';
import { assignmentFact } from './internals.ts';
import { messageState } from './message-actions.ts';
import { deskJob, deskLeg, parcelItem, trackingEvent } from './resource.ts';
import { undoableAssignment } from './timeline.ts';

const { driver_id, vehicle_id } = deskJob.shape;
const whileAway = 'null if that service is unavailable';

export const deskTracking = z
  .object({
    ...trackingRecord.pick({
      eta_minutes: true,
      eta_basis: true,
      position_at: true,
      sla_status: true,
      minutes_late: true,
      out_of_range: true,
    }).shape,
    exception: jobException.nullable().describe('Interruption of the job; null if there is none.'),
    last_position: z
      .object({
        lat: z.number().min(-90).max(90).describe('Latitude in degrees, north positive.'),
        lng: z.number().min(-180).max(180).describe('Longitude in degrees, east positive.'),
        at: timestamp.describe('When the vehicle was at this position, UTC.'),
      })
      .nullable()
      .describe('Last known position of the vehicle, WGS 84; null until one is known.'),
    temperature: latestReading
      .nullable()
      .describe('Last reading while the parcels are in the vehicle; null if there is none.'),
  })
  .describe('Current position, arrival, lateness and temperature of a job.');
export type DeskTracking = z.infer<typeof deskTracking>;

export const deskCustody = z
  .object({
    events: z.int().min(0).describe('Number of events in the chain of custody.'),
    chain_hash: z.string().nullable().describe('Hash of the last event; null if there is none.'),
    certificates: z
      .array(certificate.pick({ id: true, type: true, verify_url: true }))
      .describe('Certificates issued so far, the proof of custody first.'),
  })
  .describe('State of the chain of custody of a job.');

const { response_excerpt: _answer, ...logged } = delivery.shape;
export const deskDeliveries = z
  .object({
    pending: z.int().min(0).describe('Deliveries that are due or in progress.'),
    succeeded: z.int().min(0).describe('Deliveries that were acknowledged.'),
    failed: z.int().min(0).describe('Deliveries that failed permanently.'),
    latest: z
      .array(
        z.object({
          ...logged,
          endpoint_id: z.string().describe('Id of the webhook endpoint: `wh_…`.'),
        }),
      )
      .describe('The newest deliveries, at most 20, without response bodies.'),
  })
  .describe("Deliveries of a job's events to the webhook endpoints of its tenant.");

export const deskJobDetail = deskJob
  .extend({
    pickup: stop.describe('Where the parcels are collected.'),
    dropoff: stop.describe('Where the parcels are delivered.'),
    ...instructions,
    driver: z
      .object({
        driver_id: driver_id.unwrap(),
        first_name: z.string().describe('First name, as shown to recipients.'),
      })
      .nullable()
      .describe('Assigned driver; null until assigned.'),
    vehicle: z
      .object({
        vehicle_id: vehicle_id.unwrap(),
        registration: assignmentFact.shape.registration.describe('Number plate.'),
      })
      .nullable()
      .describe('Assigned vehicle; null until assigned.'),
    undo: undoableAssignment.nullable().describe('Assignment that can be undone; null for none.'),
    legs: z.array(deskLeg).describe('Hops between sites, in order.'),
    parcel_items: z.array(parcelItem).describe('The individual parcels.'),
    timeline: z.array(trackingEvent).describe('Timeline of the job, oldest first.'),
    tracking: deskTracking.nullable().describe(`Position, arrival and temperature; ${whileAway}.`),
    custody: deskCustody.nullable().describe(`The chain of custody; ${whileAway}.`),
    deliveries: deskDeliveries.nullable().describe(`Deliveries of the job's events; ${whileAway}.`),
  })
  .describe("A job with everything that the carrier's control desk needs to decide on it.");

/** As typed, copied or scanned. */
export const jobSearch = z
  .string()
  .trim()
  .min(2)
  .max(64)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
  .regex(/^[^\u0000-\u001f\u007f]*$/)
  .refine((value) => value.isWellFormed(), { error: 'a lone surrogate is not text' })
  .describe(
    'Searches jobs by id, `ref` or parcel code (SSCC, or the code on the label). Open jobs are also found by the beginnings of words in their site names and `reference`; all words must match. Case-insensitive; 2 to 64 characters.',
  );

const liveSite = z.object({ name: z.string(), position: site.shape.position });
/** A job as shown on live pages of the desk. */
export const liveJob = z.object({
  ...deskJob.pick({
    id: true,
    ref: true,
    service: true,
    tenant: true,
    status: true,
    priority: true,
    sla_due: true,
    delivered_at: true,
    return_job_id: true,
    driver_id: true,
    vehicle_id: true,
    seal: true,
    temperature_range_c: true,
  }).shape,
  /** Absent in answers of the version before. */
  version: jobVersion.optional(),
  pickup: liveSite,
  dropoff: liveSite,
  /** Absent without any, and in answers of the version before. */
  messages: messageState.optional(),
});
export type LiveJob = z.infer<typeof liveJob>;

/** Hint that jobs changed, with their ids. A lost hint costs seconds: readers also poll. */
export const liveJobsTopic = 'jobs.live';
export const liveJobsHint = z.object({ ids: z.array(z.string()) });
