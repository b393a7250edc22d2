/**
 * The day of the control desk: jobs by driver, what speaks against an assignment, and who might take
 * a job.
 *
 * Terms
 * - **window** of a job: from when its parcels are ready to when it is due.
 * - **conflict**: what speaks against a driver and vehicle for a job. A blocking one makes the
 *   assignment wrong; any other is for the dispatcher to weigh. None is refused.
 * - **usual vehicle** of a driver: that of the newest assignment.
 */
import { z } from 'zod';
import { explained, jobRef } from '../description.ts';
import { timestamp } from '../primitives.ts';
import { driver, vehicle } from '../tracking/resource.ts';
import { deskJob } from './resource.ts';

export const assignmentConflict = z
  .object({
    code: explained(
      z.enum([
        'driver_document_expires',
        'vehicle_document_expires',
        'cold_box_missing',
        'windows_overlap',
      ]),
      'What speaks against it.',
      {
        driver_document_expires: 'a document of the driver is not valid when the job is due.',
        vehicle_document_expires: 'a document of the vehicle is not valid when the job is due.',
        cold_box_missing: 'the job needs a cold box, and the vehicle has none on file.',
        windows_overlap: 'the driver has other jobs at that time.',
      },
    ),
    is_blocking: z
      .boolean()
      .describe('Whether it makes the assignment wrong; else it is for the desk to weigh.'),
    document: z
      .string()
      .nullable()
      .describe('Kind of the document, e.g. `driving_licence`; null for other conflicts.'),
    expires_on: z.iso
      .date()
      .nullable()
      .describe('Its last day, `YYYY-MM-DD`; null for other conflicts.'),
    refs: z
      .array(jobRef)
      .describe('References of the jobs at that time, the first 5; empty for other conflicts.'),
  })
  .describe('What speaks against a driver and vehicle for a job.');
export type AssignmentConflict = z.infer<typeof assignmentConflict>;

const conflicts = z
  .array(assignmentConflict)
  .describe('What speaks against it, blocking ones first; empty when nothing does.');
const crewVehicle = z.object({
  vehicle_id: deskJob.shape.vehicle_id.unwrap(),
  registration: vehicle.shape.registration.describe('Number plate.'),
});
const usualVehicle = crewVehicle
  .nullable()
  .describe("The driver's usual vehicle: that of the newest assignment; null before the first.");

/** When, and by whom: of an assignment that can be undone. */
export const undoableAssignment = z
  .object({
    at: timestamp.describe('When it was assigned, UTC.'),
    by: z.string().describe('Who assigned it: a name, or role and id where none was sent.'),
  })
  .describe('The assignment, while it is the latest change and can be undone.');

export const timelineJob = z
  .object({
    ...deskJob.pick({
      id: true,
      ref: true,
      version: true,
      status: true,
      service: true,
      priority: true,
      pickup: true,
      dropoff: true,
      temperature_range_c: true,
      starts_at: true,
      sla_due: true,
      driver_id: true,
    }).shape,
    tenant_name: deskJob.shape.tenant.shape.name,
    vehicle: crewVehicle.nullable().describe('Assigned vehicle; null until assigned.'),
    undo: undoableAssignment
      .nullable()
      .describe('The assignment that can be undone; null where there is none.'),
    conflicts,
  })
  .describe('A job that is not over, in its window, with what speaks against its assignment.');
export type TimelineJob = z.infer<typeof timelineJob>;

const driverName = driver.pick({ first_name: true, last_name: true }).shape;

export const timeline = z
  .object({
    object: z.literal('timeline').describe('Names the resource: the day of the control desk.'),
    date: z.iso.date().describe("The first of its two days, in the carrier's time zone."),
    from: timestamp.describe('Its first moment, UTC.'),
    to: timestamp.describe('The first moment after its second day, UTC.'),
    unassigned: z
      .array(timelineJob)
      .describe('Jobs that wait for a driver, the next due first, at most 100.'),
    has_more_unassigned: z
      .boolean()
      .describe('Whether more jobs wait for a driver than are shown.'),
    drivers: z
      .array(
        z.object({
          driver_id: deskJob.shape.driver_id.unwrap(),
          ...driverName,
          vehicle: usualVehicle,
          jobs: z
            .array(timelineJob)
            .describe('Jobs of the driver that are not over, the next due first, at most 50.'),
        }),
      )
      .describe('Drivers of this page, the newest first.'),
    has_more: z
      .boolean()
      .describe('Whether more drivers follow: ask again with the last id as `starting_after`.'),
  })
  .describe('Two days of the control desk: who carries what, when, and what speaks against it.');
export type Timeline = z.infer<typeof timeline>;

export const driverSuggestion = z
  .object({
    driver_id: deskJob.shape.driver_id.unwrap(),
    ...driverName,
    vehicle: usualVehicle,
    rank: z
      .int()
      .min(1)
      .nullable()
      .describe('Place among the suggested, 1 is the best; null with a blocking conflict.'),
    km: z
      .number()
      .min(0)
      .nullable()
      .describe('Road distance to the pickup in kilometres; null where no place is known.'),
    minutes: z.int().min(0).nullable().describe('Driving time to the pickup; null where km is.'),
    measured_from: explained(
      z.enum(['vehicle', 'stop']),
      'From where; null where no place is known.',
      {
        vehicle: 'the last known position of the usual vehicle.',
        stop: 'the last stop of the jobs that the driver has.',
      },
    ).nullable(),
    jobs_in_window: z.int().min(0).describe('Jobs of the driver at the time of this one.'),
    open_jobs: z.int().min(0).describe('Jobs of the driver that are not over.'),
    conflicts,
  })
  .describe('A driver who might take a job, with the reasons for the rank.');
export type DriverSuggestion = z.infer<typeof driverSuggestion>;

export const driverSuggestions = z
  .object({
    object: z
      .literal('driver_suggestions')
      .describe('Names the resource: drivers who might take a job.'),
    job_id: deskJob.shape.id,
    version: deskJob.shape.version,
    data: z
      .array(driverSuggestion)
      .describe('The best first; those with a blocking conflict last.'),
  })
  .describe('Drivers for a job, ranked by the way to the pickup and the jobs at that time.');
