/** Alarms follow the events of a job: an event may raise one, and settle others. */
import { type Envelope, opsEventsTopic } from '@svc/contracts';
import { derivedId } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import {
  type Alarm,
  alarmOf,
  type UnassignedJob,
  unassignedAlarm,
  unassignedJob,
} from '../domain/alarm.ts';
import { isSettled, maySettle, settlingTypes } from '../domain/ops-event.ts';
import {
  type AlarmSubject,
  closeAlarms,
  insertAlarm,
  listFacts,
  listOpenAbout,
  listOpenOfJobs,
  type NewAlarm,
} from '../store/ops-events.ts';
import type { Tables } from '../store/schema.ts';
import {
  type AssignedJob,
  deleteUnassignedJobs,
  saveUnassignedJobs,
  takeDueJobs,
} from '../store/unassigned-jobs.ts';

interface AlarmContext {
  db: Kysely<Tables>;
  hint(topic: string, payload: unknown): void;
}

/** Hint to the gateways' streams; they read the content from the table. */
export const hintOfChange = ({ hint }: Pick<AlarmContext, 'hint'>): void =>
  hint(opsEventsTopic, {});

/**
 * Call when the events are stored: the counters of their jobs are locked until commit, so that the
 * later one of two concurrent transactions about a job sees the alarms and events of the other.
 */
export async function followEvents(
  envelopes: readonly Envelope[],
  context: AlarmContext & { unassignedAfterS: number },
): Promise<void> {
  for (const envelope of envelopes) {
    const alarm = alarmOf(envelope);
    if (alarm) await raise(alarm, { ...context, tenant: envelope.tenant_id });
  }
  await followAssignments(envelopes, context);
  const settling = envelopes.filter(({ type, job_id }) => maySettle(type) && job_id !== '');
  if (settling.length > 0) await settle(settling, context);
}

/** Keeps the jobs without a driver: those that a later event of the batch assigns are not stored. */
async function followAssignments(
  envelopes: readonly Envelope[],
  { db, unassignedAfterS }: AlarmContext & { unassignedAfterS: number },
): Promise<void> {
  const begun = new Map<string, UnassignedJob & { tenant_id: string }>();
  const ended = new Map<string, AssignedJob>();
  for (const envelope of envelopes) {
    const { tenant_id, job_id, type } = envelope;
    const key = `${tenant_id} ${job_id}`;
    const unassigned = unassignedJob(envelope, unassignedAfterS);
    if (unassigned) begun.set(key, { tenant_id, ...unassigned });
    if (type !== 'job.assigned' && type !== 'job.cancelled') continue;
    const until = new Date(envelope.created_at);
    ended.set(key, { tenant_id, job_id, until });
    const { unassigned_at = null } = begun.get(key) ?? {};
    if (unassigned_at === null || unassigned_at <= until) begun.delete(key);
  }
  if (ended.size > 0) await deleteUnassignedJobs(db, [...ended.values()]);
  if (begun.size > 0) await saveUnassignedJobs(db, [...begun.values()]);
}

/** An alarm that comes after what settles it is stored as closed. */
export async function raise(
  alarm: Alarm,
  { db, tenant, hint }: AlarmContext & { tenant: string },
): Promise<void> {
  const { job_id: jobId } = alarm;
  const facts = jobId === '' ? [] : await listFacts(db, tenant, { jobId, types: settlingTypes });
  const status = isSettled(alarm, facts) ? 'closed' : 'open';
  if (await insertAlarm(db, tenant, newAlarm(alarm, status))) hintOfChange({ hint });
}

/** The same source gives the same id, so that a repeated event gives the same row. */
const newAlarm = ({ source, ...alarm }: Alarm, status: NewAlarm['status']): NewAlarm => ({
  ...alarm,
  id: derivedId('oev_', alarm.created_at, source),
  status,
});

/** Closes what is settled; alarms that somebody took stay theirs. */
export async function closeAlarmsAbout(
  subject: AlarmSubject,
  { db, tenant, hint }: AlarmContext & { tenant: string },
): Promise<void> {
  const open = await listOpenAbout(db, tenant, subject);
  if (open.length === 0) return;
  await closeAlarms(db, tenant, open);
  hintOfChange({ hint });
}

async function settle(events: readonly Envelope[], { db, hint }: AlarmContext): Promise<void> {
  const open = await listOpenOfJobs(db, events);
  for (const alarms of Map.groupBy(open, (each) => `${each.tenant_id} ${each.job_id}`).values()) {
    const [{ tenant_id: tenant, job_id: jobId } = { tenant_id: '', job_id: '' }] = alarms;
    const facts = await listFacts(db, tenant, { jobId, types: settlingTypes });
    const settled = alarms.filter((alarm) => isSettled(alarm, facts)).map(({ id }) => id);
    if (settled.length === 0) continue;
    await closeAlarms(db, tenant, settled);
    hintOfChange({ hint });
  }
}

/** Raises the alarms of jobs that are due and have no driver; returns how many were due. */
export async function raiseUnassigned(
  context: AlarmContext,
  bounds: { now: Date; max: number },
): Promise<number> {
  const due = await takeDueJobs(context.db, bounds);
  for (const { tenant_id: tenant, ...job } of due) {
    const facts = await listFacts(context.db, tenant, { jobId: job.job_id, types: settlingTypes });
    const alarm = unassignedAlarm(job);
    // One that has a driver by now is no alarm, not even a closed one.
    if (isSettled(alarm, facts)) continue;
    if (await insertAlarm(context.db, tenant, newAlarm(alarm, 'open'))) hintOfChange(context);
  }
  return due.length;
}
