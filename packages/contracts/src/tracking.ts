/**
 * Tracking: drivers, vehicles, where they are, and whether a job will be in time.
 *
 * Terms
 * - **driver**: a person of the carrier; others see the first name only.
 * - **vehicle**: known by its registration.
 * - **document**: a paper of a driver or vehicle that expires (licence, roadworthiness).
 * - **tracking record**: what whoever may track a job sees of it.
 */
import { z } from 'zod';
import { accounts } from './accounts.ts';
import { coldChainActions, temperatureChart } from './cold-chain.ts';
import { command, defineContract, event, query } from './define.ts';
import { tracking as trackingRecord } from './job.ts';
import { assignmentFact } from './operations.ts';
import { empty, opaqueId, position, requiredText, timestamp } from './primitives.ts';
import { registration, telemetryActions, telemetryEvents } from './telemetry.ts';

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

const page = {
  limit: z.int().min(1).max(100).default(20),
  starting_after: opaqueId.optional(),
};
const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ object: z.literal('list'), data: z.array(item), has_more: z.boolean() });

/** What the public tracking page shows; no reference, no names beyond the driver's first. */
export const publicTracking = trackingRecord.omit({ ref: true }).extend({
  service: z.string(),
  pickup: z.object({ name: z.string(), position }),
  dropoff: z.object({ name: z.string(), position }),
  sla_due: timestamp,
  delivered_at: timestamp.nullable(),
  /** Shown to whoever has a page link, else null. */
  temperature: temperatureChart.nullable(),
  /** Grows with every change; a page that has it asks again only when it differs. */
  version: z.string(),
});

export const tracking = defineContract({
  name: 'tracking',
  actions: {
    /** The tracking record; status and timeline come from jobs. */
    track: query({
      input: z.object({ ref: opaqueId }),
      output: trackingRecord,
      refusals: ['tracking_not_found'],
      issues: { 'ref.invalid_format': 'tracking_not_found' },
    }),
    /** By the token of `tracking_url`, for whoever has the link. */
    trackByToken: query({
      input: z.object({
        token: z.string().regex(/^[\w-]{10,64}$/),
        /** Of a page link: also shows the temperatures. One that opens nothing is as none. */
        temperature_key: z.string().max(200).optional(),
      }),
      output: publicTracking,
      refusals: ['tracking_not_found'],
      issues: { 'token.invalid_format': 'tracking_not_found' },
    }),

    ...telemetryActions,
    ...coldChainActions,

    // Operations. Drivers and vehicles are the carrier's, not a tenant's.
    createDriver: command({
      input: z.object({
        first_name: driver.shape.first_name,
        last_name: driver.shape.last_name,
        documents: driver.shape.documents.default([]),
      }),
      output: driver,
      refusals: [],
    }),
    listDrivers: query({ input: z.object(page), output: pageOf(driver), refusals: [] }),
    /** A client with `ops:courier`, bound to this driver; another call replaces the client. */
    createDriverClient: command({
      input: z.object({ id: opaqueId }),
      output: accounts.actions.createClient.output,
      refusals: ['driver_not_found'],
      issues: { 'id.invalid_format': 'driver_not_found' },
      secret: true,
    }),
    /** The bytes lie in file storage under `storage_key`. */
    putDriverPhoto: command({
      input: z.object({
        id: opaqueId,
        storage_key: requiredText(200),
        media_type: z.enum(['image/png', 'image/jpeg']),
      }),
      output: driver,
      refusals: ['driver_not_found', 'invalid_file'],
      issues: { 'id.invalid_format': 'driver_not_found' },
    }),
    createVehicle: command({
      input: z.object({ registration, documents: vehicle.shape.documents.default([]) }),
      output: vehicle,
      refusals: ['registration_taken'],
    }),
    listVehicles: query({ input: z.object(page), output: pageOf(vehicle), refusals: [] }),

    /** For jobs: who and what is assigned. */
    assignmentFacts: query({
      input: z.object({ driver_id: opaqueId, vehicle_id: opaqueId }),
      output: assignmentFact,
      refusals: ['unknown_driver', 'unknown_vehicle'],
    }),
    /** For the gateway: what lies behind a signed link to a driver's photo. */
    photoByLink: query({
      input: z.object({ link: z.string().max(500) }),
      output: z.object({ storage_key: z.string(), media_type: z.string() }),
      refusals: ['file_not_found'],
    }),
  },
  events: {
    ...telemetryEvents,
    'sla.at_risk': event(
      z.object({
        job_id: z.string(),
        ref: z.string(),
        sla_due: timestamp,
        predicted_at: timestamp,
      }),
      empty,
    ),
    'sla.breached': event(
      z.object({
        job_id: z.string(),
        ref: z.string(),
        sla_due: timestamp,
        minutes_late: z.int().min(0),
      }),
      empty,
    ),
    'compliance.expiring': event(
      z.object({
        subject_type: z.enum(['driver', 'vehicle']),
        subject_id: z.string(),
        document: z.string(),
        expires_on: z.iso.date(),
      }),
      empty,
    ),
  },
});
