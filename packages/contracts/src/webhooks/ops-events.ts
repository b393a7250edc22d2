/**
 * Alarms for the carrier's control desk, over all tenants, made of other services' events.
 *
 * Terms
 * - **alarm**: an event that calls for a decision; resource `ops_event`.
 * - **change**: a new alarm, or one that was acknowledged, escalated or closed. Each has a number
 *   that grows in the order of commits, the cursor of the stream.
 * - **settled**: the cause is gone, so that nothing is left to decide.
 * - **disposition**: what a person decided about contents that were out of range.
 */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { explained, idOf, objectType, tenantId } from '../description.ts';
import { status } from '../jobs/status.ts';
import {
  opaqueId,
  page,
  pageOf,
  priority,
  requiredLine,
  requiredText,
  temperatureClass,
  text,
  timestamp,
} from '../primitives.ts';
import { jobProfile } from '../temperature-profiles.ts';
import { disposition } from '../tracking/cold-chain.ts';

const known = <S extends z.ZodType>(schema: S) => schema.nullable();
const ref = known(z.string());
const named = known(z.string());
const moment = known(timestamp);
const number = known(z.number());

/**
 * Data of an alarm: identifiers, numbers and times. It contains no free text, place or contact,
 * which are read from the job. Null if the event lacks the value.
 */
export const opsEventData = {
  'job.booked': z.object({ ref, sku: named, priority: known(priority), sla_due: moment }),
  'job.unassigned': z.object({
    ref,
    priority: known(priority),
    booked_at: moment,
    sla_due: moment,
    /** When its driver was unassigned; null for a job that never had one. */
    unassigned_at: moment,
  }),
  'sla.at_risk': z.object({ ref, sla_due: moment, predicted_at: moment }),
  'sla.breached': z.object({ ref, sla_due: moment, minutes_late: number }),
  'temperature.excursion': z.object({
    ref,
    device_id: named,
    started_at: moment,
    minutes_out_of_range: number,
    min_c: number,
    max_c: number,
  }),
  'pickup.out_of_range': z.object({
    ref,
    /** Entered by the courier at the collection, °C. */
    box_temperature_c: number,
    min_allowed_c: number,
    max_allowed_c: number,
  }),
  'seal.broken': z.object({ ref, expected_seal: named, observed_seal: named }),
  'incident.reported': z.object({ ref, incident_id: named, category: named, severity: named }),
  'pickup.failed': z.object({ ref }),
  'delivery.failed': z.object({ ref, return_job_id: named }),
  'compliance.expiring': z.object({
    subject_type: named,
    subject_id: named,
    document: named,
    expires_on: named,
  }),
  'file.refused': z.object({ file_id: named, dc: named, code: named }),
  'event.quarantined': z.object({
    consumer: named,
    event_id: named,
    event_type: named,
    attempts: number,
  }),
  'webhook.disabled': z.object({
    webhook_id: named,
    /** Host only: a path or query may contain a secret. */
    host: named,
    /** `gone`: the endpoint returned 410. `failing`: it accepted nothing for five days. */
    reason: named,
    failing_since: moment,
  }),
} as const;
export type OpsEventType = keyof typeof opsEventData;

/** The part of the internals of `job.created` and `job.updated` that alarms use. */
export const bookingInternals = z.object({
  job: z.object({
    status: status.optional(),
    priced: z.object({ priority, temperature_class: temperatureClass.nullish() }),
    temperature_profile: jobProfile.optional(),
    starts_at: timestamp.optional(),
    created_at: timestamp.optional(),
    sla_due: timestamp.optional(),
  }),
});

/** The part of `job.updated` that alarms use: changed fields and their new values. */
export const statusChanges = z.object({
  changed: z.array(z.object({ field: z.string(), to: z.unknown() })),
});

const types = [
  'job.booked',
  'job.unassigned',
  'sla.at_risk',
  'sla.breached',
  'temperature.excursion',
  'pickup.out_of_range',
  'seal.broken',
  'incident.reported',
  'pickup.failed',
  'delivery.failed',
  'compliance.expiring',
  'file.refused',
  'event.quarantined',
  'webhook.disabled',
] as const satisfies OpsEventType[];

/** Contents were out of range: only a disposition closes these. */
export const excursionTypes: readonly OpsEventType[] = [
  'temperature.excursion',
  'pickup.out_of_range',
];
/** Listed before all others, regardless of age, and individually. */
export const urgentTypes: readonly OpsEventType[] = [
  ...excursionTypes,
  'seal.broken',
  'incident.reported',
  'pickup.failed',
  'delivery.failed',
];
const decisionUnits = 'null for alarms other than out-of-range temperatures, and until decided';
const membersByType = Object.entries(opsEventData)
  .map(([type, { shape }]) => `\`${type}\`: ${Object.keys(shape).join(', ')}`)
  .join('; ');

export const opsEvent = z
  .object({
    id: idOf('oev', 'the alarm'),
    object: objectType('ops_event'),
    type: explained(z.enum(types), 'Cause of the alarm.', {
      'job.booked': 'a job of priority `stat` or `critical` was booked.',
      'job.unassigned':
        'the job has no driver 10 minutes after booking (`stat`: 2 minutes) or after its driver was unassigned; for planned jobs, that long before they start.',
      'sla.at_risk': 'a job is predicted to arrive after it is due.',
      'sla.breached': 'a job was not delivered by its due time.',
      'temperature.excursion':
        'a probe was out of range for five minutes or more, or as the profile of the job has it. Open until a disposition is recorded.',
      'pickup.out_of_range':
        'the box temperature entered at the collection is out of range. Open until a disposition is recorded.',
      'seal.broken': 'the observed seal differs from the expected one.',
      'incident.reported': 'an incident was reported.',
      'pickup.failed': 'the parcels could not be collected.',
      'delivery.failed': 'the hand-over failed; the parcels are returned.',
      'compliance.expiring': 'a document of a driver or vehicle expires soon; without a job.',
      'file.refused': "a wholesaler's file was refused as a whole; without a job.",
      'event.quarantined':
        'a service could not process an event and quarantined it: its effect is missing until operations redrive it.',
      'webhook.disabled':
        "a customer's webhook endpoint returned 410, or accepted nothing for five days: it receives no events until the customer re-enables it; without a job.",
    }),
    severity: explained(z.enum(['info', 'warning', 'critical']), 'Severity.', {
      info: 'for information; never escalated.',
      warning: 'needs a decision soon.',
      critical: 'needs a decision immediately.',
    }),
    tenant_id: tenantId,
    job_id: z.string().describe('Id of the job; empty without a job.'),
    data: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]))
      .describe(`Data for the decision, by type, without personal data. ${membersByType}.`),
    created_at: timestamp.describe('When the event happened, UTC.'),
    status: explained(z.enum(['open', 'acknowledged', 'closed']), 'Status of the alarm.', {
      open: 'not acknowledged.',
      acknowledged: 'acknowledged by a person.',
      closed:
        'its cause was resolved before anyone acknowledged it, or its disposition was recorded.',
    }),
    acknowledged_by: z
      .string()
      .nullable()
      .describe('Who acknowledged it: a name; null until then.'),
    acknowledged_at: timestamp
      .nullable()
      .describe('Time of acknowledgement, UTC; null until then.'),
    note: z.string().nullable().describe('Note of that person; null if there is none.'),
    escalated_at: timestamp
      .nullable()
      .describe('When it was escalated for being open too long, UTC; null unless it was.'),
    disposition: disposition.nullable(),
    disposition_by: z.string().nullable().describe(`Name of the decider; ${decisionUnits}.`),
    disposition_at: timestamp.nullable().describe(`When it was recorded, UTC; ${decisionUnits}.`),
    disposition_reason: z
      .string()
      .nullable()
      .describe(`Reason, in the person's words; ${decisionUnits}, or after erasure.`),
  })
  .describe('An alarm of the control desk, which needs a decision.');
export type OpsEvent = z.infer<typeof opsEvent>;

const change = z
  .string()
  .regex(/^(0|[1-9]\d{0,17})$/)
  .describe('Number of a change, 1 to 18 digits.');

const idIssues = { 'id.invalid_format': 'ops_event_not_found' } as const;

export const opsEventsActions = {
  /** Newest first, of all tenants. */
  listOpsEvents: query({
    input: z.object({
      type: opsEvent.shape.type.optional(),
      status: opsEvent.shape.status.optional(),
      severity: opsEvent.shape.severity.optional(),
      job_id: opaqueId.optional().describe('Only alarms of this job: its id.'),
      ...page,
    }),
    output: pageOf(opsEvent),
    refusals: [],
  }),
  /**
   * For the desk's page: alarms that need attention, with their count by type. Up to 100 alarms of
   * urgent types, of others the newest. Includes acknowledged excursions without a disposition.
   */
  listOpsEventKinds: query({
    input: z.object({ severity: opsEvent.shape.severity.optional() }),
    output: z.object({ data: z.array(z.object({ count: z.int(), event: opsEvent })) }),
    refusals: [],
  }),
  /**
   * For the gateway's stream: alarms changed after this change, in the order of their latest
   * change; without `after`, only the position of the last change.
   */
  listOpsChanges: query({
    input: z.object({ after: change.optional(), limit: z.int().min(1).max(100).default(100) }),
    output: z.object({
      data: z.array(z.object({ change, event: opsEvent })),
      /** Resume after this change: the last of the page, or the last one when it was read. */
      last: change,
      has_more: z.boolean(),
    }),
    refusals: [],
  }),
  /**
   * Once, by one person; a closed alarm stays closed, with the name of the person who has seen it.
   */
  acknowledge: command({
    input: z.object({
      id: opaqueId,
      by: requiredLine(120).describe('Name of the person who acknowledges, up to 120 characters.'),
      note: text(500)
        .optional()
        .describe('Note for the others at the desk, up to 500 characters. No patient data.'),
    }),
    output: opsEvent,
    refusals: ['ops_event_not_found', 'already_acknowledged'],
    issues: idIssues,
    example: { id: 'oev_01KAK7QW3ZC5V8M2N4P6R8T0XN', by: 'Lerato M', note: 'Called the driver.' },
  }),
  /** Once, and final; closes the alarm, whether or not it was acknowledged. */
  recordDisposition: command({
    input: z.object({
      id: opaqueId,
      disposition,
      by: requiredLine(120).describe('Name of the person who decides, up to 120 characters.'),
      reason: requiredText(500).describe(
        'Reason for the decision, up to 500 characters. No patient data.',
      ),
    }),
    output: opsEvent,
    refusals: ['ops_event_not_found', 'disposition_not_applicable', 'disposition_recorded'],
    issues: idIssues,
    example: {
      id: 'oev_01KAK7QW3ZC5V8M2N4P6R8T0XN',
      disposition: 'quarantine',
      by: 'Lerato M',
      reason: 'Laboratory asked: 11.8 °C for nine minutes, stability unknown.',
    },
  }),
};

/** Hint that alarms changed; no payload. A lost hint costs a second: the stream also polls. */
export const opsEventsTopic = 'webhooks.ops-events';
