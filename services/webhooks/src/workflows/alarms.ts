/** Alarms follow the events of a job: an event may raise one, and settle others. */
import { type Envelope, opsEventsTopic } from '@svc/contracts';
import { derivedId } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import { type Alarm, alarmOf, unassignedAlarm, unassignedJob } from '../domain/alarm.ts';
import { isSettled, maySettle, settlingTypes } from '../domain/ops-event.ts';
import {
  closeAlarms,
  insertAlarm,
  listFacts,
  listOpenOfJob,
  type NewAlarm,
} from '../store/ops-events.ts';
import type { Tables } from '../store/schema.ts';
import { deleteUnassignedJob, saveUnassignedJob, takeDueJobs } from '../store/unassigned-jobs.ts';

interface AlarmContext {
  db: Kysely<Tables>;
  hint(topic: string, payload: unknown): void;
}

/** Hint to the gateways' streams; they read the content from the table. */
export const hintOfChange = ({ hint }: Pick<AlarmContext, 'hint'>): void =>
  hint(opsEventsTopic, {});

/**
 * To be called when the event is stored: the counter of its job is locked until commit, so that of
 * two concurrent transactions about a job the later one sees the alarms and the events of the other.
 */
export async function followEvent(
  envelope: Envelope,
  context: AlarmContext & { tenant: string; unassignedAfterS: number },
): Promise<void> {
  const { db, tenant, unassignedAfterS } = context;
  const { type, job_id: jobId, created_at } = envelope;
  const alarm = alarmOf(envelope);
  if (alarm) await raise(alarm, context);
  const unassigned = unassignedJob(envelope, unassignedAfterS);
  if (unassigned) await saveUnassignedJob(db, tenant, unassigned);
  if (type === 'job.assigned' || type === 'job.cancelled')
    await deleteUnassignedJob(db, tenant, { jobId, until: new Date(created_at) });
  if (maySettle(type)) await settle(jobId, context);
}

/** An alarm that comes after what settles it is stored as closed. */
async function raise(
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

async function settle(
  jobId: string,
  { db, tenant, hint }: AlarmContext & { tenant: string },
): Promise<void> {
  const open = await listOpenOfJob(db, tenant, jobId);
  if (open.length === 0) return;
  const facts = await listFacts(db, tenant, { jobId, types: settlingTypes });
  const settled = open.filter((alarm) => isSettled(alarm, facts)).map(({ id }) => id);
  if (settled.length === 0) return;
  await closeAlarms(db, tenant, settled);
  hintOfChange({ hint });
}

/** Raises the alarms of jobs that are due and have no driver; answers how many were due. */
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
