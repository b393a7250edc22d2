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
import { explained, jobRef, objectType } from '../description.ts';
import { timestamp } from '../primitives.ts';
import { driver, fleetStatus, vehicle } from '../tracking/fleet.ts';
import { deskJob } from './resource.ts';

export const assignmentConflict = z
  .object({
    code: explained(
      z.enum([
        'driver_document_expires',
        'vehicle_document_expires',
        'driver_retired',
        'vehicle_retired',
        'cold_box_missing',
        'off_shift',
        'capacity_exceeded',
        'windows_overlap',
      ]),
      'Kind of conflict.',
      {
        driver_document_expires: 'a document of the driver expires before the job is due.',
        vehicle_document_expires: 'a document of the vehicle expires before the job is due.',
        driver_retired: 'the driver was retired after the assignment.',
        vehicle_retired: 'the vehicle was retired after the assignment.',
        cold_box_missing: 'the job needs a cold box, and the vehicle has none on file.',
        off_shift: 'the driver has shifts, and none is in the time window of the job.',
        capacity_exceeded:
          "the driver's jobs in the time window have more parcels of a temperature class than the vehicle has room for.",
        windows_overlap: 'the driver has other jobs in the same time window.',
      },
    ),
    is_blocking: z
      .boolean()
      .describe('Whether it makes the assignment invalid; otherwise the dispatcher decides.'),
    document: z
      .string()
      .nullable()
      .describe('Kind of document, e.g. `driving_licence`; null for other conflicts.'),
    expires_on: z.iso
      .date()
      .nullable()
      .describe('Last day of validity, `YYYY-MM-DD`; null for other conflicts.'),
    refs: z
      .array(jobRef)
      .describe('References of the overlapping jobs, the first 5; empty for other conflicts.'),
    parcels: z
      .int()
      .min(1)
      .nullable()
      .describe('Parcels for which there is no room; null for other conflicts.'),
  })
  .describe('A conflict of a driver and vehicle with a job.');
export type AssignmentConflict = z.infer<typeof assignmentConflict>;

const conflicts = z
  .array(assignmentConflict)
  .describe('Conflicts, blocking ones first; empty if there are none.');
const crewVehicle = z.object({
  vehicle_id: deskJob.shape.vehicle_id.unwrap(),
  registration: vehicle.shape.registration.describe('Number plate.'),
});
const usualVehicle = crewVehicle
  .nullable()
  .describe(
    'Usual vehicle of the driver, taken from the newest assignment; null before the first.',
  );

/** Time and author of an assignment that can be undone. */
export const undoableAssignment = z
  .object({
    at: timestamp.describe('When the driver was assigned, UTC.'),
    by: z.string().describe('Who assigned the driver: the name that was sent, or role and id.'),
  })
  .describe('The latest assignment, while it can be undone.');

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
    undo: undoableAssignment.nullable().describe('Assignment that can be undone; null for none.'),
    conflicts,
  })
  .describe('An open job in its time window, with the conflicts of its assignment.');
export type TimelineJob = z.infer<typeof timelineJob>;

const driverName = driver.pick({ first_name: true, last_name: true }).shape;

export const timeline = z
  .object({
    object: objectType('timeline'),
    date: z.iso.date().describe("First of the two days, in the carrier's time zone."),
    from: timestamp.describe('Start of the first day, UTC.'),
    to: timestamp.describe('End of the second day, UTC, exclusive.'),
    unassigned: z.array(timelineJob).describe('Unassigned jobs, the next due first, at most 100.'),
    has_more_unassigned: z.boolean().describe('Whether more jobs are unassigned than are shown.'),
    drivers: z
      .array(
        z.object({
          driver_id: deskJob.shape.driver_id.unwrap(),
          ...driverName,
          status: fleetStatus,
          shifts: z
            .array(
              z
                .object({
                  from: timestamp.describe('Start of the shift, UTC.'),
                  to: timestamp.describe('End of the shift, UTC, exclusive.'),
                })
                .describe('A shift in these two days.'),
            )
            .nullable()
            .describe('Shifts that reach into these two days; null if none are recorded.'),
          vehicle: usualVehicle,
          jobs: z
            .array(timelineJob)
            .describe('Open jobs of the driver, next due first, at most 50.'),
        }),
      )
      .describe(
        'Drivers on this page, newest first; the first page begins with retired ones that still have jobs.',
      ),
    has_more: z
      .boolean()
      .describe('Whether more drivers follow. Request them with the last id as `starting_after`.'),
  })
  .describe('Two-day schedule of the control desk: drivers, jobs, times and conflicts.');
export type Timeline = z.infer<typeof timeline>;

export const driverSuggestion = z
  .object({
    driver_id: deskJob.shape.driver_id.unwrap(),
    ...driverName,
    vehicle: usualVehicle,
    rank: z.int().min(1).nullable().describe('Rank, 1 is best; null with a blocking conflict.'),
    km: z
      .number()
      .min(0)
      .nullable()
      .describe('Road distance to the pickup in kilometres; null if no location is known.'),
    minutes: z.int().min(0).nullable().describe('Driving time in minutes; null if `km` is null.'),
    measured_from: explained(
      z.enum(['vehicle', 'stop', 'base']),
      'Origin of the distance; null if no location is known.',
      {
        vehicle: 'the last known position of the usual vehicle.',
        stop: "the last stop of the driver's jobs.",
        base: 'the base of the driver, else of the usual vehicle.',
      },
    ).nullable(),
    jobs_in_window: z.int().min(0).describe('Jobs of the driver in the time window of this one.'),
    open_jobs: z.int().min(0).describe('Jobs assigned to the driver that have not ended.'),
    conflicts,
  })
  .describe('A suggested driver, with the data behind the rank.');
export type DriverSuggestion = z.infer<typeof driverSuggestion>;

export const driverSuggestions = z
  .object({
    object: objectType('driver_suggestions'),
    job_id: deskJob.shape.id,
    version: deskJob.shape.version,
    data: z
      .array(driverSuggestion)
      .describe('Suggested drivers, the best first; those with a blocking conflict last.'),
  })
  .describe('Drivers for a job, ranked by driving time to the pickup and overlapping jobs.');
