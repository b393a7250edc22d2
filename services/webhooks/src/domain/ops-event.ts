/**
 * Status of an alarm of the control desk.
 *
 *     open ──acknowledged by a person──▶ acknowledged
 *      │                                      │ disposition
 *      └───settled by its job─────────────▶ closed
 *
 * Alarms of excursions are not settled by events: a person records the disposition of the contents.
 * Events of different producers arrive in any order, and some twice. So an alarm is settled by the
 * set of events that its job has, and by when they happened, never by the order in which they
 * arrived.
 */
import {
  type CustodyFact,
  excursionTypes,
  type OpsEvent,
  type OpsEventType,
  urgentTypes,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { Alarm } from './alarm.ts';

export interface OpsEventRecord
  extends Omit<
    OpsEvent,
    'object' | 'created_at' | 'acknowledged_at' | 'escalated_at' | 'disposition_at'
  > {
  created_at: Date;
  acknowledged_at: Date | null;
  escalated_at: Date | null;
  disposition_at: Date | null;
}

/** An event of the job of an alarm. */
export interface JobFact {
  type: string;
  created_at: Date;
}

/** Endings of a job, which leave no open alarm of it to decide on. */
const endings = ['delivery.completed', 'return.completed', 'job.cancelled'];

/** Removes the cause of alarms of one type. */
const remedies: Readonly<Partial<Record<OpsEventType, readonly string[]>>> = {
  'job.booked': ['job.assigned'],
  'job.unassigned': ['job.assigned'],
  'pickup.failed': ['pickup.completed'],
  // The greater alarm takes its place.
  'sla.at_risk': ['sla.breached'],
};

/**
 * Warnings ahead, and about the time until delivery: void once the fact is there, also if they are
 * dated later. An incident that is found after the delivery still has to be decided.
 */
const voidable: ReadonlySet<OpsEventType> = new Set([
  'job.booked',
  'job.unassigned',
  'sla.at_risk',
  'sla.breached',
]);

const closing = new Set([...endings, ...Object.values(remedies).flat()]);

/** Types of events that may settle alarms of their job. */
export const settlingTypes: readonly string[] = [...closing];
export const maySettle = (type: string): boolean => closing.has(type);

/** Types whose alarms wait for a disposition. */
export const disposedTypes: readonly OpsEventType[] = excursionTypes;
/** Types of which more than the newest alarm is listed. */
export const listedTypes: readonly OpsEventType[] = urgentTypes;

const isExcursion = (type: OpsEventType): boolean => disposedTypes.includes(type);

/** Whether the cause of an alarm is gone by what happened to its job. */
export const isSettled = (
  { type, created_at, data }: Pick<Alarm, 'type' | 'created_at' | 'data'>,
  facts: readonly JobFact[],
): boolean =>
  !isExcursion(type) &&
  facts.some(
    (fact) =>
      (endings.includes(fact.type) ||
        (remedies[type]?.includes(fact.type) === true && fact.created_at > causedAfter(data))) &&
      (voidable.has(type) || fact.created_at >= created_at),
  );

/** The driver who was taken off the job had been assigned before, and is no remedy. */
const causedAfter = ({ unassigned_at }: Alarm['data']): Date =>
  new Date(typeof unassigned_at === 'string' ? unassigned_at : 0);

export interface Acknowledgement {
  by: string;
  note?: string | undefined;
  now: Date;
}

/** Acknowledges once, by one person. A closed alarm stays closed, and shows who acknowledged it. */
export function acknowledged(
  record: OpsEventRecord,
  { by, note, now }: Acknowledgement,
): OpsEventRecord {
  const { acknowledged_by, acknowledged_at } = record;
  if (acknowledged_by !== null) {
    throw new Refusal(
      'already_acknowledged',
      `${acknowledged_by} acknowledged it at ${acknowledged_at?.toISOString()}.`,
    );
  }
  return {
    ...record,
    status: record.status === 'closed' ? 'closed' : 'acknowledged',
    acknowledged_by: by,
    acknowledged_at: now,
    note: note === undefined || note === '' ? null : note,
  };
}

export interface Disposition extends Required<Pick<Acknowledgement, 'by' | 'now'>> {
  disposition: NonNullable<OpsEvent['disposition']>;
  reason: string;
}

/** Contents that were out of range are released, quarantined or discarded, once, by a person. */
export function disposed(
  record: OpsEventRecord,
  { disposition, by, reason, now }: Disposition,
): OpsEventRecord {
  if (!isExcursion(record.type)) {
    throw new Refusal('disposition_not_applicable', `This alarm is of type ${record.type}.`);
  }
  if (record.disposition !== null) {
    throw new Refusal(
      'disposition_recorded',
      `${record.disposition_by} recorded ${record.disposition} at ${record.disposition_at?.toISOString()}.`,
    );
  }
  return {
    ...{ ...record, status: 'closed', disposition },
    ...{ disposition_by: by, disposition_at: now, disposition_reason: reason },
  };
}

/** For the chain of custody: what was decided about which excursion. The reason can be erased. */
export function dispositionFact(
  { disposition, disposition_reason, data }: OpsEvent,
  { by, at }: { by: string; at: Date },
): CustodyFact {
  const { started_at } = data;
  return {
    at: at.toISOString(),
    ...{ type: 'decided', by, note: disposition_reason, seal: null, position: null },
    details: {
      disposition: disposition ?? '',
      ...(typeof started_at === 'string' && { started_at }),
    },
  };
}

/** Alarms that happened up to this moment, and are open, are escalated. */
export const openedBefore = (now: Date, escalateAfterS: number): Date =>
  new Date(now.getTime() - 1_000 * escalateAfterS);

export const toOpsEvent = ({
  id,
  created_at,
  acknowledged_at,
  escalated_at,
  disposition_at,
  ...rest
}: OpsEventRecord): OpsEvent => ({
  id,
  object: 'ops_event',
  ...rest,
  created_at: created_at.toISOString(),
  acknowledged_at: acknowledged_at?.toISOString() ?? null,
  escalated_at: escalated_at?.toISOString() ?? null,
  disposition_at: disposition_at?.toISOString() ?? null,
});
