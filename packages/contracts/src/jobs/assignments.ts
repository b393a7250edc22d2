/** Assignments of jobs to drivers: the desk's decisions, and the data they are based on. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { exampleSubject, opaqueId, page } from '../primitives.ts';
import { decidedBy, decisionReason, seenVersion } from './decision.ts';
import { movedJob } from './resource.ts';
import { driverSuggestions, timeline } from './timeline.ts';

export const crew = {
  driver_id: opaqueId.describe('Driver to assign: `drv_…`.'),
  vehicle_id: opaqueId.describe('Vehicle to assign: `veh_…`.'),
};
export const crewIssues = {
  'driver_id.invalid_format': 'unknown_driver',
  'vehicle_id.invalid_format': 'unknown_vehicle',
} as const;
const assignmentRefusals = [
  'job_not_found',
  'unknown_driver',
  'unknown_vehicle',
  'driver_retired',
  'vehicle_retired',
  'job_changed',
  'invalid_transition',
] as const;

/** As a person saw them. */
export const seenJobs = z
  .array(z.object({ id: opaqueId, version: seenVersion }))
  .min(1)
  .max(50);
export const movedJobs = z.object({
  refs: z.array(z.string()).describe('References of these jobs.'),
});

const undoRefusals = [
  'job_not_found',
  'job_changed',
  'invalid_transition',
  'driver_retired',
  'vehicle_retired',
] as const;

const idIssues = { 'id.invalid_format': 'job_not_found' } as const;

export const assignmentActions = {
  /** Calling it again reassigns the job. */
  assign: command({
    input: z.object({
      id: opaqueId,
      ...crew,
      version: seenVersion.optional(),
      by: decidedBy,
      reason: decisionReason,
    }),
    output: movedJob,
    refusals: assignmentRefusals,
    issues: { ...idIssues, ...crewIssues },
    example: { id: exampleSubject.job_id, driver_id: 'drv_01J', vehicle_id: 'veh_01J' },
  }),
  /** Assigns all of them to one driver, or none; `job_changed` names the job that changed meanwhile. */
  assignMany: command({
    input: z.object({
      jobs: seenJobs.describe('Jobs to assign, at most 50.'),
      ...crew,
      by: decidedBy,
      reason: decisionReason,
    }),
    output: movedJobs,
    refusals: assignmentRefusals,
    issues: crewIssues,
    example: {
      jobs: [{ id: exampleSubject.job_id, version: 1 }],
      ...{ driver_id: 'drv_01J', vehicle_id: 'veh_01J' },
    },
  }),
  /** Restores what the assignment replaced, while it is the latest change of the job. */
  undoAssignment: command({
    input: z.object({
      id: opaqueId,
      version: seenVersion,
      by: decidedBy,
      reason: decisionReason,
    }),
    output: movedJob,
    refusals: undoRefusals,
    issues: idIssues,
    example: { id: exampleSubject.job_id, version: 2 },
  }),
  /** Restores all of them, or none. */
  undoAssignments: command({
    input: z.object({ jobs: seenJobs.describe('Jobs to restore, at most 50.'), by: decidedBy }),
    output: movedJobs,
    refusals: undoRefusals,
    example: { jobs: [{ id: exampleSubject.job_id, version: 2 }] },
  }),
  /** Open jobs by driver; one page of drivers at a time. */
  timeline: query({
    input: z.object({
      date: z.iso
        .date()
        .regex(/^2/, { error: 'a date from 2000 to 2999' })
        .optional()
        .describe(
          "First of the two days, `YYYY-MM-DD`; defaults to today in the carrier's time zone.",
        ),
      ...page,
    }),
    output: timeline,
    refusals: [],
  }),
  suggestDrivers: query({
    input: z.object({ id: opaqueId, limit: page.limit }),
    output: driverSuggestions,
    refusals: ['job_not_found'],
    issues: idIssues,
  }),
};
