import { z } from 'zod';
import { command, query } from '../define.ts';
import { jobId, objectType } from '../description.ts';
import {
  byId,
  costCentre,
  empty,
  exampleSubject,
  listOf,
  metadata,
  opaqueId,
  page,
  pageOf,
  requirements,
  timestamp,
} from '../primitives.ts';
import { scenario } from '../sandbox.ts';
import { assignmentActions } from './assignments.ts';
import { courierJob, courierRun, courierStops } from './courier-resource.ts';
import { cancellationReason, seenVersion } from './decision.ts';
import { deskJobDetail, jobSearch } from './desk.ts';
import { deskChangeActions } from './desk-changes.ts';
import { deskListActions } from './desk-lists.ts';
import { incidentActions } from './incident-actions.ts';
import { instructionChanges } from './instructions.ts';
import { legActions } from './legs.ts';
import { messageActions } from './message-actions.ts';
import { noteActions } from './note-actions.ts';
import { paperActions } from './paper-actions.ts';
import {
  bookedBatch,
  bookingBatch,
  bookingRefusals,
  directBooking,
  exampleBooking,
  hasPrice,
  listFilter,
  milestoneRequest,
  ownReference,
  priceless,
} from './requests.ts';
import {
  bookedJob,
  cancelledJob,
  deskJob,
  job,
  jobDetail,
  movedJob,
  trackedJob,
} from './resource.ts';
import { deviceRefusals } from './signed-action.ts';
import { status } from './status.ts';
import { templateActions } from './template-actions.ts';
import { transferActions } from './transfers.ts';

const idIssues = { 'id.invalid_format': 'job_not_found' } as const;

export const jobsActions = {
  book: command({
    /** `scenario` is set by the sandbox gateway, never by a body. */
    input: directBooking.extend({ scenario: scenario.optional() }).refine(hasPrice, priceless),
    output: bookedJob,
    refusals: [...bookingRefusals, ...(['invalid_priority', 'invalid_timing'] as const)],
    issues: {
      'priority.invalid_value': 'invalid_priority',
      'timing.invalid_value': 'invalid_timing',
    },
    example: exampleBooking,
  }),
  /**
   * For services that book for a tenant: each booking is idempotent by its identity and independent
   * of the others.
   */
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
      reference: ownReference.optional(),
      metadata: metadata.optional(),
      priority: z
        .literal('stat')
        .optional()
        .describe('`stat` re-prices the job as STAT and brings its due time forward.'),
      ...instructionChanges,
      version: seenVersion.optional(),
    }),
    output: bookedJob,
    refusals: [
      'job_not_found',
      'job_changed',
      'already_cancelled',
      'already_delivered',
      'in_custody',
      'invalid_priority',
      'unknown_sku',
    ],
    issues: { ...idIssues, 'priority.invalid_value': 'invalid_priority' },
    example: { id: exampleSubject.job_id, cost_centre: 'CC-200', priority: 'stat' },
  }),
  cancel: command({
    input: z.object({ id: opaqueId, reason: cancellationReason, version: seenVersion.optional() }),
    output: cancelledJob,
    refusals: [
      'job_not_found',
      'job_changed',
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
    example: { id: exampleSubject.job_id, reason: 'Patient rescheduled' },
  }),
  /** For tracking: status, timeline and assignment of a job that the tenant may track. */
  track: query({
    input: z.object({ ref: opaqueId }),
    output: trackedJob,
    refusals: ['tracking_not_found'],
    issues: { 'ref.invalid_format': 'tracking_not_found' },
  }),
  /** The same by the token of a tracking link, for any tenant. */
  trackByToken: query({
    input: z.object({ token: z.string().max(64) }),
    output: trackedJob,
    refusals: ['tracking_not_found'],
  }),
  /**
   * For other services: resolves an id or reference; includes the sequence of the job's latest
   * event.
   */
  locate: query({
    input: byId,
    output: z.object({
      id: z.string(),
      ref: z.string(),
      /** The caller's jobs, or on the sandbox the samples. */
      tenant_id: z.string(),
      status,
      requirements,
      /** Number of the job's latest event. */
      last_sequence: z.int(),
    }),
    refusals: ['job_not_found'],
    issues: idIssues,
  }),
  /** The same for services that act for the carrier, for any tenant. */
  locateForDesk: query({
    input: byId,
    output: z.object({
      id: z.string(),
      ref: z.string(),
      tenant_id: z.string(),
      /** Driver whose device may access the job. */
      driver_id: z.string().nullable(),
      status,
      last_sequence: z.int(),
      /** Absent from services of the version before. */
      vehicle_id: z.string().nullable().optional(),
      parcels: z.int().optional(),
    }),
    refusals: ['job_not_found'],
    issues: idIssues,
  }),
  /** The recipient's handover code, from assignment to delivery. */
  handoverCode: query({
    input: byId,
    output: z.object({
      object: objectType('handover_code'),
      job_id: jobId,
      code: z.string().describe('The 6-digit code that the recipient gives to the courier.'),
      pickup_code: z
        .string()
        .nullable()
        .describe(
          'The 6-digit code that the sender gives to the courier at the pickup; null unless `requirements.pickup_otp` is true, and after collection.',
        ),
      locked_until: timestamp
        .nullable()
        .describe(
          'Until when the code is locked after five wrong attempts, UTC; null if it is not.',
        ),
    }),
    refusals: ['job_not_found', 'invalid_transition'],
    issues: idIssues,
  }),

  ...paperActions,

  /** For the health record: writes durably what nobody reads, and fails while bookings would. */
  checkWrites: command({ input: empty, output: empty, refusals: [] }),
  /** For the operator of a sandbox: recreates the sample jobs; afterwards this runs daily. */
  makeSamples: command({
    input: empty,
    output: z.object({ tenant_id: z.string(), jobs: z.int() }),
    refusals: ['unknown_site', 'unknown_sku'],
  }),

  // Operations: the carrier sees the jobs of all tenants.
  listForDesk: query({
    input: z.object({
      q: jobSearch.optional(),
      status: status.optional(),
      driver_id: opaqueId.optional().describe('Only jobs assigned to the driver with this id.'),
      unassigned: z
        .boolean()
        .optional()
        .describe('`true`: only unassigned jobs; `false`: only others.'),
      ...page,
    }),
    output: pageOf(deskJob),
    refusals: [],
  }),
  ...deskListActions,
  /** From all services; a part whose service is unavailable is null. */
  getForDesk: query({
    input: byId,
    output: deskJobDetail,
    refusals: ['job_not_found'],
    issues: idIssues,
  }),
  ...assignmentActions,
  ...transferActions,
  ...legActions,
  ...deskChangeActions,
  /** `courier_id` is set by the gateway: the driver whose device asks. */
  getForCourier: query({
    input: z.object({ id: opaqueId, courier_id: opaqueId }),
    output: courierStops,
    refusals: ['job_not_found'],
    issues: idIssues,
  }),
  /** Open assigned jobs that are ready today or earlier, the next due first. */
  runOfCourier: query({
    input: z.object({ courier_id: opaqueId }),
    output: courierRun,
    refusals: [],
  }),
  reachMilestone: command({
    input: milestoneRequest,
    /** The desk gets the whole job, a courier only what the trip requires. */
    output: z.discriminatedUnion('object', [movedJob, courierJob]),
    refusals: [
      'job_not_found',
      'job_changed',
      'invalid_transition',
      'invalid_time',
      'invalid_seal',
      'proof_required',
      'scan_required',
      'invalid_handover_code',
      'handover_locked',
      'unknown_file',
      ...deviceRefusals,
    ],
    issues: {
      ...idIssues,
      'seal.invalid_format': 'invalid_seal',
      'replaces_seal.invalid_format': 'invalid_seal',
    },
    example: {
      id: exampleSubject.job_id,
      type: 'collect',
      at: '2026-11-02T08:12:00Z',
      position: { lat: -26.2041, lng: 28.0473 },
      seal: 'SL-00421',
      parcels_scanned: 2,
      box_temperature_c: 4.2,
    },
  }),
  ...incidentActions,
  ...noteActions,
  ...messageActions,
  ...templateActions,
};
