/** A job as the control desk works with it: from all services, each part by itself. */
import { z } from 'zod';
import { certificate } from '../custody/resource.ts';
import { timestamp } from '../primitives.ts';
import { latestReading } from '../tracking/cold-chain.ts';
import { jobException, trackingRecord } from '../tracking/resource.ts';
import { delivery } from '../webhooks/resource.ts';
import { instructions } from './instructions.ts';
import { assignmentFact } from './internals.ts';
import { deskJob, leg, parcelItem, stop, trackingEvent } from './resource.ts';
import { undoableAssignment } from './timeline.ts';

const { driver_id, vehicle_id } = deskJob.shape;
const whileAway = 'null while that service does not answer';

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
    exception: jobException.nullable().describe('What interrupted the job; null unless it did.'),
    last_position: z
      .object({
        lat: z.number().min(-90).max(90).describe('Latitude in degrees, north positive.'),
        lng: z.number().min(-180).max(180).describe('Longitude in degrees, east positive.'),
        at: timestamp.describe('When the vehicle was there, UTC.'),
      })
      .nullable()
      .describe('Where the vehicle was last seen, WGS 84; null until it was.'),
    temperature: latestReading
      .nullable()
      .describe('Last reading while the parcels are in the vehicle; null without one.'),
  })
  .describe('Position, arrival, lateness and temperature of a job at this moment.');
export type DeskTracking = z.infer<typeof deskTracking>;

export const deskCustody = z
  .object({
    events: z.int().min(0).describe('How many events the chain of custody holds.'),
    chain_hash: z.string().nullable().describe('Hash of its last event; null before the first.'),
    certificates: z
      .array(certificate.pick({ id: true, type: true, verify_url: true }))
      .describe('Those issued so far, the proof of custody first; empty before the first.'),
  })
  .describe('State of the chain of custody of a job.');

const { response_excerpt: _answer, ...logged } = delivery.shape;
export const deskDeliveries = z
  .object({
    pending: z.int().min(0).describe('How many are due or under way.'),
    succeeded: z.int().min(0).describe('How many were accepted.'),
    failed: z.int().min(0).describe('How many were given up.'),
    latest: z
      .array(
        z.object({ ...logged, endpoint_id: z.string().describe('Where it was sent: `wh_…`.') }),
      )
      .describe('The newest deliveries, at most 20, without the answers of receivers.'),
  })
  .describe('Deliveries of the events of a job to the webhook endpoints of its tenant.');

export const deskJobDetail = deskJob
  .extend({
    pickup: stop.describe('Where the parcels are collected.'),
    dropoff: stop.describe('Where the parcels are delivered.'),
    ...instructions,
    driver: z
      .object({
        driver_id: driver_id.unwrap(),
        first_name: z.string().describe('What recipients see of the name.'),
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
    undo: undoableAssignment
      .nullable()
      .describe('The assignment that can be undone; null where there is none.'),
    legs: z.array(leg).describe('Hops between sites, in order.'),
    parcel_items: z.array(parcelItem).describe('The parcels one by one.'),
    timeline: z.array(trackingEvent).describe('What happened so far, oldest first.'),
    tracking: deskTracking.nullable().describe(`Position, arrival and temperature; ${whileAway}.`),
    custody: deskCustody.nullable().describe(`The chain of custody; ${whileAway}.`),
    deliveries: deskDeliveries.nullable().describe(`Deliveries of its events; ${whileAway}.`),
  })
  .describe('A job with all that the control desk of the carrier needs to decide about it.');

/** As people type, copy or scan it. */
export const jobSearch = z
  .string()
  .trim()
  .min(2)
  .max(64)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
  .regex(/^[^\u0000-\u001f\u007f]*$/)
  .refine((value) => value.isWellFormed(), { error: 'a lone surrogate is not text' })
  .describe(
    'Only jobs with this id, this `ref` or this code of a parcel (SSCC, or that of its label); of jobs that are not over, also those with all of its words in the names of their sites and their `reference`, each by its beginning. Letter case is ignored; 2 to 64 characters.',
  );

/** Hint that jobs changed, with their ids. Lost ones cost seconds: readers also poll. */
export const liveJobsTopic = 'jobs.live';
export const liveJobsHint = z.object({ ids: z.array(z.string()) });
