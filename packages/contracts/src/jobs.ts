/**
 * Jobs: booking and the life of a courier job.
 *
 * Terms
 * - **job**: parcels taken from one site to another; known by id and by `ref`.
 * - **leg**: one hop of a job between two sites.
 * - **timeline**: what happened to the job, in order; tracking shows it.
 * - **custody**: from collection to delivery the courier holds the parcels.
 * - **seal**: the tamper seal on the bag or box.
 */
import { z } from 'zod';
import {
  bookedBatch,
  bookingBatch,
  bookingRefusals,
  bookingRequest,
  hasPrice,
  priceless,
} from './booking.ts';
import { command, defineContract, query } from './define.ts';
import { bookedJob, cancelledJob, deskJob, job, jobDetail, movedJob, trackedJob } from './job.ts';
import { jobEvents } from './job-events.ts';
import { status } from './job-status.ts';
import { incident, incidentFields, milestoneRequest } from './operations.ts';
import {
  costCentre,
  instant,
  listOf,
  metadata,
  opaqueId,
  requiredText,
  requirements,
  text,
  timestamp,
} from './primitives.ts';

/** Blanks are no reason. */
const reasonText = text(500).trim().min(1);

const byId = z.object({ id: opaqueId });
const idIssues = { 'id.invalid_format': 'job_not_found' } as const;

export const listFilter = z.object({
  status: status.optional(),
  site: requiredText(64).optional(),
  reference: text(64).optional(),
  created_gte: instant.optional(),
  created_lt: instant.optional(),
  limit: z.int().min(1).max(100).default(20),
  starting_after: opaqueId.optional(),
  ending_before: opaqueId.optional(),
});
export type ListFilter = z.infer<typeof listFilter>;

export const jobs = defineContract({
  name: 'jobs',
  actions: {
    book: command({
      input: bookingRequest.refine(hasPrice, priceless),
      output: bookedJob,
      refusals: [...bookingRefusals, 'invalid_priority', 'invalid_timing'],
      issues: {
        'priority.invalid_value': 'invalid_priority',
        'timing.invalid_value': 'invalid_timing',
      },
    }),
    /** For services that book for a tenant: each booking once, by its identity, beside the others. */
    bookBatch: command({ input: bookingBatch, output: bookedBatch, refusals: [] }),
    list: query({
      input: listFilter.refine((f) => !(f.starting_after && f.ending_before), {
        path: ['ending_before'],
        error: 'not together with starting_after',
      }),
      output: listOf(job),
      refusals: [],
    }),
    get: query({
      input: byId,
      output: jobDetail,
      refusals: ['job_not_found'],
      issues: idIssues,
    }),
    update: command({
      input: z.object({
        id: opaqueId,
        cost_centre: costCentre.optional(),
        reference: text(64).optional(),
        metadata: metadata.optional(),
        priority: z.literal('stat').optional(),
      }),
      output: bookedJob,
      refusals: [
        'job_not_found',
        'already_cancelled',
        'already_delivered',
        'in_custody',
        'invalid_priority',
        'unknown_sku',
      ],
      issues: { ...idIssues, 'priority.invalid_value': 'invalid_priority' },
    }),
    cancel: command({
      input: z.object({ id: opaqueId, reason: reasonText }),
      output: cancelledJob,
      refusals: [
        'job_not_found',
        'already_cancelled',
        'already_delivered',
        'in_custody',
        'reason_required',
      ],
      issues: {
        ...idIssues,
        'reason.invalid_type': 'reason_required',
        'reason.too_small': 'reason_required',
      },
    }),
    /** For tracking: status, timeline and assignment of a job that the tenant may track. */
    track: query({
      input: z.object({ ref: opaqueId }),
      output: trackedJob,
      refusals: ['tracking_not_found'],
      issues: { 'ref.invalid_format': 'tracking_not_found' },
    }),
    /** The same for whoever has the link of the tracking page, whatever the tenant. */
    trackByToken: query({
      input: z.object({ token: z.string().max(64) }),
      output: trackedJob,
      refusals: ['tracking_not_found'],
    }),
    /** For other services: what an id or reference stands for, and how far its events go. */
    locate: query({
      input: byId,
      output: z.object({
        id: z.string(),
        ref: z.string(),
        status,
        requirements,
        /** Number of the job's latest event. */
        last_sequence: z.int(),
      }),
      refusals: ['job_not_found'],
      issues: idIssues,
    }),
    /** The same for services that act for the carrier, whatever the tenant. */
    locateForDesk: query({
      input: byId,
      output: z.object({
        id: z.string(),
        ref: z.string(),
        tenant_id: z.string(),
        /** Whose courier may touch the job. */
        driver_id: z.string().nullable(),
        status,
      }),
      refusals: ['job_not_found'],
      issues: idIssues,
    }),
    /** The code that the recipient tells the courier; from assignment to delivery. */
    handoverCode: query({
      input: byId,
      output: z.object({
        object: z.literal('handover_code'),
        job_id: z.string(),
        code: z.string(),
        locked_until: timestamp.nullable(),
      }),
      refusals: ['job_not_found', 'invalid_transition'],
      issues: idIssues,
    }),

    // Operations: the carrier sees the jobs of all tenants.
    listForDesk: query({
      input: z.object({
        status: status.optional(),
        driver_id: opaqueId.optional(),
        unassigned: z.boolean().optional(),
        limit: z.int().min(1).max(100).default(20),
        starting_after: opaqueId.optional(),
      }),
      output: z.object({
        object: z.literal('list'),
        data: z.array(deskJob),
        has_more: z.boolean(),
      }),
      refusals: [],
    }),
    /** Again means another driver or vehicle. */
    assign: command({
      input: z.object({ id: opaqueId, driver_id: opaqueId, vehicle_id: opaqueId }),
      output: movedJob,
      refusals: ['job_not_found', 'unknown_driver', 'unknown_vehicle', 'invalid_transition'],
      issues: {
        ...idIssues,
        'driver_id.invalid_format': 'unknown_driver',
        'vehicle_id.invalid_format': 'unknown_vehicle',
      },
    }),
    reachMilestone: command({
      input: milestoneRequest,
      output: movedJob,
      refusals: [
        'job_not_found',
        'invalid_transition',
        'invalid_time',
        'invalid_seal',
        'proof_required',
        'invalid_handover_code',
        'handover_locked',
        'unknown_file',
      ],
      issues: { ...idIssues, 'seal.invalid_format': 'invalid_seal' },
    }),
    reportIncident: command({
      input: z.object(incidentFields),
      output: incident,
      refusals: ['job_not_found'],
      issues: { 'job_id.invalid_format': 'job_not_found' },
    }),
    listIncidents: query({
      input: z.object({
        job_id: opaqueId.optional(),
        limit: z.int().min(1).max(100).default(20),
        starting_after: opaqueId.optional(),
      }),
      output: z.object({
        object: z.literal('list'),
        data: z.array(incident),
        has_more: z.boolean(),
      }),
      refusals: [],
    }),
  },
  events: jobEvents,
});
