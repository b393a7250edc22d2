/** Representations of a job for couriers. */
import { z } from 'zod';
import { site } from '../accounts/resource.ts';
import { objectType } from '../description.ts';
import { timestamp } from '../primitives.ts';
import { courierBoxes } from '../tracking/assets.ts';
import { instructions } from './instructions.ts';
import { messageState } from './message-actions.ts';
import { deskJob, job, jobSite, parcelItem } from './resource.ts';

/**
 * Data minimisation: the job for a courier's device, without price, customer, cost centre,
 * reference, metadata and links.
 */
export const courierJob = z
  .object({
    object: objectType('courier_job'),
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
      temperature_profile: true,
      dry_ice_kg: true,
    }).shape,
    temperature_class: parcelItem.shape.temperature_class,
    ...deskJob.pick({ starts_at: true, sla_due: true, requirements: true }).shape,
    return_job_id: job.shape.return_job_id,
  })
  .describe(
    'A job as its courier sees it: without price, customer, cost centre, reference, metadata and links.',
  );

/** A stop of a job for its driver: address, receiving hours, contact. */
export const stop = z.object({
  ...jobSite.shape,
  ...site.pick({
    address: true,
    phone: true,
    position: true,
    time_zone: true,
    receiving_hours: true,
  }).shape,
});

/** Data minimisation: note and contacts are empty once the job has ended. */
export const courierStops = courierJob
  .extend({
    pickup: stop.describe('Where the parcels are collected.'),
    dropoff: stop.describe('Where the parcels are delivered.'),
    ...instructions,
    messages: messageState,
    ...courierBoxes.shape,
  })
  .describe(
    'A job for its courier: with addresses, and with note and contacts while it is under way.',
  );
/** Taken over from another courier: out of a hub, or by its keeper into it. */
export const expectedJob = courierStops
  .extend({
    hub: stop
      .extend({
        registration: z.string().describe('Name of the hub, as registration of a vehicle.'),
        is_kept: z.boolean().describe('Whether its keeper takes the parcels in; else out of it.'),
      })
      .describe('The hub where the parcels change hands.'),
    due_at: timestamp
      .nullable()
      .describe('When they are to be there, or at the next stop, UTC; null for no such time.'),
    codes: z.array(z.string()).describe('Codes on its parcels and their labels.'),
  })
  .describe('A job whose parcels this courier takes over at a hub.');
export const courierRun = z
  .object({
    object: objectType('courier_run'),
    date: z.iso.date().describe("Today in the carrier's time zone, Africa/Johannesburg."),
    data: z.array(courierStops).describe('Open jobs, the next due first, at most 50.'),
    has_more: z.boolean().describe('Whether more jobs exist: they appear as these are completed.'),
    hub: z
      .string()
      .nullable()
      .describe('Registration of the hub that this person keeps; null for a courier on the road.'),
    expected: z
      .array(expectedJob)
      .describe('Jobs to take over at hubs, the next due first, at most 50.'),
    transfer_code: z.string().describe('Shown to who takes parcels over; valid for three days.'),
  })
  .describe("A courier's jobs for today.");
