/**
 * Legs: a job that goes over hubs.
 *
 * Terms
 * - **leg**: hop of a job between two stops; a job without a plan has one, from pickup to drop-off.
 * - **hub**: a vehicle of the fleet that stands at a site. Parcels are transferred into it and out of
 *   it as between couriers, and its probes count while they rest in it.
 * - **keeper**: the driver who takes parcels in at a hub, and gives them out.
 * - **share**: part of the job's price for the courier of a leg; for the carrier's eyes only.
 */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { jobId, jobRef, objectType, siteId, vehicleId } from '../description.ts';
import { exampleSubject, instant, opaqueId, timestamp } from '../primitives.ts';
import { crewIssues } from './assignments.ts';
import { decidedBy, seenVersion } from './decision.ts';
import { deskLeg, job, movedJob } from './resource.ts';

export const legsMax = 8;

const plannedLeg = z
  .object({
    hub_id: opaqueId
      .nullable()
      .describe('Hub that the leg ends at: `veh_…`; null for the last leg, to the drop-off.'),
    due_at: instant.nullable().default(null).describe('When it is to be completed; null for none.'),
    driver_id: opaqueId
      .nullable()
      .default(null)
      .describe('Driver of the leg: `drv_…`; null for open. The first leg has that of the job.'),
    vehicle_id: opaqueId
      .nullable()
      .default(null)
      .describe('Vehicle of this driver: `veh_…`; null for open.'),
    share_percent: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .default(null)
      .describe("Percent of the job's price for the courier of the leg; null for none."),
  })
  .refine(({ driver_id, vehicle_id }) => (driver_id === null) === (vehicle_id === null), {
    error: 'driver_id and vehicle_id, or neither',
  });
export type PlannedLeg = z.output<typeof plannedLeg>;

const plannedLegs = z
  .array(plannedLeg)
  .min(1)
  .max(legsMax)
  .superRefine((legs, { addIssue }) => {
    const issue = (n: number, message: string) =>
      addIssue({ code: 'custom', message: `leg ${n + 1}: ${message}` });
    for (const [n, { hub_id }] of legs.entries()) {
      if ((hub_id === null) !== (n === legs.length - 1))
        issue(n, 'hub_id is null for the last leg alone');
      if (hub_id !== null && legs[n - 1]?.hub_id === hub_id)
        issue(n, 'hub_id is not that of the leg before');
    }
    if ((legs[0]?.driver_id ?? null) !== null)
      issue(0, 'driver_id is null: assign the job to the driver of its first leg');
    const shares = legs.reduce((sum, { share_percent }) => sum + (share_percent ?? 0), 0);
    if (shares > 100) issue(legs.length - 1, 'share_percent is at most 100 in all legs');
  })
  .describe('The legs in their order, 1 to 8. One leg, to the drop-off, ends a plan.');

const hubJob = z
  .object({
    job_id: jobId,
    ref: jobRef,
    parcels: job.shape.parcels,
    parcels_scanned: deskLeg.shape.parcels_scanned,
    driver_first_name: z
      .string()
      .nullable()
      .describe('Who brings the parcels, or fetches them; null if that is open.'),
    due_at: timestamp
      .nullable()
      .describe('When they are to arrive here, or at the next stop, UTC; null for none.'),
    at: timestamp.nullable().describe('When they came in, or left, UTC; null until then.'),
  })
  .describe('A job whose parcels come to a hub, rest in it, or were sent on.');
export type HubJob = z.output<typeof hubJob>;

/** Expected against received. */
export const hub = z
  .object({
    object: objectType('hub'),
    id: vehicleId,
    registration: z.string().describe('Name of the hub, as scanners of its couriers read it.'),
    site_id: siteId,
    expected: z.array(hubJob).describe('Not here yet, the next due first; at most 200.'),
    present: z.array(hubJob).describe('Here now, the next due first; at most 200.'),
    sent_on: z.array(hubJob).describe('Sent on from here and under way; at most 200.'),
  })
  .describe('A hub: what it expects, what it has, and what it sent on.');
export type Hub = z.output<typeof hub>;

export const legActions = {
  /** Replaces the plan; legs that are completed stay, also where their hub is retired by now. */
  planLegs: command({
    input: z.object({
      id: opaqueId,
      legs: plannedLegs,
      version: seenVersion.optional(),
      by: decidedBy,
    }),
    output: movedJob.extend({ legs: z.array(deskLeg).describe('Hops between sites, in order.') }),
    refusals: [
      ...['job_not_found', 'unknown_hub', 'leg_completed', 'job_changed'],
      ...['unknown_driver', 'unknown_vehicle', 'driver_retired', 'vehicle_retired'],
      ...['already_delivered', 'already_cancelled'],
    ] as const,
    issues: { 'id.invalid_format': 'job_not_found', ...crewIssues },
    example: {
      id: exampleSubject.job_id,
      legs: [
        {
          ...{ hub_id: 'veh_01H', due_at: '2026-11-02T12:00:00Z', share_percent: 40 },
          ...{ driver_id: null, vehicle_id: null },
        },
        { hub_id: null, driver_id: 'drv_01J', vehicle_id: 'veh_01J', share_percent: 60 },
      ],
    },
  }),
  getHub: query({
    input: z.object({ id: opaqueId.describe('Id of the hub: `veh_…`.') }),
    output: hub,
    refusals: ['vehicle_not_found'],
    issues: { 'id.invalid_format': 'vehicle_not_found' },
  }),
};
