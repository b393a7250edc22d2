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
import { explained, idOf, tenantId } from '../description.ts';
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

const known = <S extends z.ZodType>(schema: S) => schema.nullable();
const ref = known(z.string());
const named = known(z.string());
const moment = known(timestamp);
const number = known(z.number());

/**
 * Data of an alarm: identifiers, numbers and moments. No words of people, no place, no contact:
 * those are read at the job. Null where the event does not have the value.
 */
export const opsEventData = {
  'job.booked': z.object({ ref, sku: named, priority: known(priority), sla_due: moment }),
  'job.unassigned': z.object({
    ref,
    priority: known(priority),
    booked_at: moment,
    sla_due: moment,
    /** When its driver was taken off it; null for a job that never had one. */
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
    /** Typed by the courier at the collection, °C. */
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
    /** Of its address: a path or query may hold a secret. */
    host: named,
    /** `gone`: it answered 410. `failing`: nothing was accepted for five days. */
    reason: named,
    failing_since: moment,
  }),
} as const;
export type OpsEventType = keyof typeof opsEventData;

/** The part of the internals of `job.created` and `job.updated` that alarms read. */
export const bookingInternals = z.object({
  job: z.object({
    status: status.optional(),
    priced: z.object({ priority, temperature_class: temperatureClass.nullish() }),
    starts_at: timestamp.optional(),
    created_at: timestamp.optional(),
    sla_due: timestamp.optional(),
  }),
});

/** The part of `job.updated` that alarms read: changed fields and their new values. */
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

/** Contents were out of range: nothing but a disposition closes these. */
export const excursionTypes: readonly OpsEventType[] = [
  'temperature.excursion',
  'pickup.out_of_range',
];
/** Shown before all others, whatever their age, and each by itself. */
export const urgentTypes: readonly OpsEventType[] = [
  ...excursionTypes,
  'seal.broken',
  'incident.reported',
  'pickup.failed',
  'delivery.failed',
];
const decisionUnits = 'null unless the alarm is of a temperature out of range and decided';
const disposition = explained(
  z.enum(['release', 'quarantine', 'discard']),
  'What a person decided about contents that were out of range; of other alarms null.',
  {
    release: 'they may be used.',
    quarantine: 'they are kept apart until more is known.',
    discard: 'they must not be used.',
  },
);

const membersByType = Object.entries(opsEventData)
  .map(([type, { shape }]) => `\`${type}\`: ${Object.keys(shape).join(', ')}`)
  .join('; ');

export const opsEvent = z
  .object({
    id: idOf('oev', 'the alarm'),
    object: z.literal('ops_event').describe('Names the resource: an alarm of the control desk.'),
    type: explained(z.enum(types), 'What calls for a decision.', {
      'job.booked': 'a job of priority `stat` or `critical` was booked.',
      'job.unassigned':
        'it has no driver 10 minutes after booking, `stat` 2, or after its driver was taken off it; planned jobs: as long before they start.',
      'sla.at_risk': 'a job is predicted to arrive after it is due.',
      'sla.breached': 'a job is not delivered although it is due.',
      'temperature.excursion':
        'a sensor: out of range for five minutes or more. Open until its disposition is recorded.',
      'pickup.out_of_range':
        'the temperature in the box, typed at the collection, is outside the range of the job. Open until its disposition is recorded.',
      'seal.broken': 'another seal was found than was expected.',
      'incident.reported': 'something out of the ordinary was reported.',
      'pickup.failed': 'the parcels could not be collected.',
      'delivery.failed': 'the hand-over failed; the parcels come back.',
      'compliance.expiring': 'a document of a driver or vehicle expires soon; without a job.',
      'file.refused': "a wholesaler's file was refused whole; without a job.",
      'event.quarantined':
        'a service could not handle an event and put it aside: its effect is missing until operations re-drive it.',
      'webhook.disabled':
        "a customer's webhook endpoint answered 410, or accepted nothing for five days: it gets no event until the customer enables it; without a job.",
    }),
    severity: explained(z.enum(['info', 'warning', 'critical']), 'How urgent it is.', {
      info: 'to be known; never escalated.',
      warning: 'to be decided soon.',
      critical: 'to be decided at once.',
    }),
    tenant_id: tenantId,
    job_id: z.string().describe('Id of the job that it is about; empty without a job.'),
    data: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]))
      .describe(`What the decision needs, by type, without personal data. ${membersByType}.`),
    created_at: timestamp.describe('When it happened, UTC.'),
    status: explained(z.enum(['open', 'acknowledged', 'closed']), 'Whether it waits for someone.', {
      open: 'nobody has acknowledged it.',
      acknowledged: 'somebody sees to it.',
      closed: 'its cause was gone before anybody acknowledged it, or its disposition was recorded.',
    }),
    acknowledged_by: z
      .string()
      .nullable()
      .describe('Name of the person who sees to it; null until acknowledged.'),
    acknowledged_at: timestamp
      .nullable()
      .describe('When it was acknowledged, UTC; null until then.'),
    note: z.string().nullable().describe('What that person wrote; null without a note.'),
    escalated_at: timestamp
      .nullable()
      .describe('When it had been open for too long, UTC; null unless it was.'),
    disposition: disposition.nullable(),
    disposition_by: z.string().nullable().describe(`Name of that person; ${decisionUnits}.`),
    disposition_at: timestamp.nullable().describe(`When it was recorded, UTC; ${decisionUnits}.`),
    disposition_reason: z
      .string()
      .nullable()
      .describe(`Why, in words of that person; ${decisionUnits}, or when erased.`),
  })
  .describe('An alarm of the control desk: something that somebody has to decide about.');
export type OpsEvent = z.infer<typeof opsEvent>;

const change = z
  .string()
  .regex(/^(0|[1-9]\d{0,17})$/)
  .describe('Number of a change: 1 to 18 digits.');

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
   * For the desk's page: what waits for somebody, with how many of its type do. Of urgent types up to
   * 100 alarms, of others the newest. Acknowledged excursions wait, too, for their disposition.
   */
  listOpsEventKinds: query({
    input: z.object({ severity: opsEvent.shape.severity.optional() }),
    output: z.object({ data: z.array(z.object({ count: z.int(), event: opsEvent })) }),
    refusals: [],
  }),
  /**
   * For the gateway's stream: alarms that changed after this change, in the order of their latest
   * change; without `after` only where the changes end.
   */
  listOpsChanges: query({
    input: z.object({ after: change.optional(), limit: z.int().min(1).max(100).default(100) }),
    output: z.object({
      data: z.array(z.object({ change, event: opsEvent })),
      /** After it go on: of the page, or where the changes ended when it was read. */
      last: change,
      has_more: z.boolean(),
    }),
    refusals: [],
  }),
  /** Once, by one person; a closed alarm stays closed, with the name of who has seen it. */
  acknowledge: command({
    input: z.object({
      id: opaqueId,
      by: requiredLine(120).describe('Name of the person who sees to it, up to 120 characters.'),
      note: text(500)
        .optional()
        .describe('What the others should know, up to 500 characters. No patient data.'),
    }),
    output: opsEvent,
    refusals: ['ops_event_not_found', 'already_acknowledged'],
    issues: idIssues,
    example: { id: 'oev_01KAK7QW3ZC5V8M2N4P6R8T0XN', by: 'Lerato M', note: 'Called the driver.' },
  }),
  /** Once, and final; closes the alarm, whether or not somebody acknowledged it. */
  recordDisposition: command({
    input: z.object({
      id: opaqueId,
      disposition,
      by: requiredLine(120).describe('Name of the person who decides, up to 120 characters.'),
      reason: requiredText(500).describe('Why, up to 500 characters. No patient data.'),
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

/** Hint that alarms changed; no payload. Lost ones cost a second: the stream also polls. */
export const opsEventsTopic = 'webhooks.ops-events';
