/**
 * Alarms of the control desk, and the order of their changes.
 *
 * Each change draws a number under the shared lock, which its transaction holds until commit. A
 * reader takes the lock alone for a moment: every number drawn by then is committed or rolled back,
 * later ones are greater. So a reader that continues after the last number misses no change. An
 * alarm that changed twice in between is read once, as it is now.
 */
import { requireCursor } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { type Kysely, sql } from 'kysely';
import type { Alarm } from '../domain/alarm.ts';
import {
  disposedTypes,
  type JobFact,
  listedTypes,
  type OpsEventRecord,
} from '../domain/ops-event.ts';
import type { Tables } from './schema.ts';

const changeLock = sql`hashtextextended('ops_event', 2)`;

/** Before a number is drawn, and before rows are locked: in one order everywhere. */
async function shareChangeLock(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${changeLock})`.execute(db);
}
const nextChange = sql<string>`default`;

const columns = [
  'tenant_id',
  'id',
  'type',
  'severity',
  'job_id',
  'data',
  'created_at',
  'status',
  'acknowledged_by',
  'acknowledged_at',
  'note',
  'escalated_at',
  'disposition',
  'disposition_by',
  'disposition_at',
  'disposition_reason',
] as const;

export interface NewAlarm extends Omit<Alarm, 'source'> {
  id: string;
  status: OpsEventRecord['status'];
}

/** False for one that is there already. */
export async function insertAlarm(
  db: Kysely<Tables>,
  tenant: string,
  { data, ...alarm }: NewAlarm,
): Promise<boolean> {
  await shareChangeLock(db);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ops_event')
    .values({ tenant_id: tenant, ...alarm, data: sql`${JSON.stringify(data)}` })
    .onConflict((on) => on.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Events of a job among these types. Literals show the planner which partial indexes fit. */
export const listFacts = (
  db: Kysely<Tables>,
  tenant: string,
  { jobId, types }: { jobId: string; types: readonly string[] },
): Promise<JobFact[]> =>
  db
    .selectFrom('event')
    .select(['type', 'created_at'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .where('job_id', '<>', sql.lit(''))
    .where('type', 'in', types)
    .execute();

export async function listOpenOfJobs(
  db: Kysely<Tables>,
  jobs: readonly { tenant_id: string; job_id: string }[],
): Promise<OpsEventRecord[]> {
  const tenants = jobs.map(({ tenant_id }) => tenant_id);
  const ids = jobs.map(({ job_id }) => job_id);
  return db
    .selectFrom('ops_event')
    .select(columns)
    .where(
      sql<boolean>`(tenant_id, job_id) in (
        select * from unnest(${tenants}::text[], ${ids}::text[]))`,
    )
    .where('job_id', '<>', sql.lit(''))
    .where('status', '=', sql.lit('open'))
    .execute();
}

export interface AlarmSubject {
  type: Alarm['type'];
  /** Members of its data. */
  about: Readonly<Record<string, string>>;
  /** Only alarms raised up to this time. */
  until?: Date;
}

/** Ids of the open alarms of a type about something. */
export async function listOpenAbout(
  db: Kysely<Tables>,
  tenant: string,
  { type, about, until }: AlarmSubject,
): Promise<string[]> {
  const found = await db
    .selectFrom('ops_event')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('status', '=', sql.lit('open'))
    .where('type', '=', type)
    .$if(until !== undefined, (some) => some.where('created_at', '<=', until ?? new Date(0)))
    .where(({ and }) =>
      and(Object.entries(about).map(([name, value]) => sql<boolean>`data ->> ${name} = ${value}`)),
    )
    .execute();
  return found.map(({ id }) => id);
}

/** Closes those of these alarms that are still open. */
export async function closeAlarms(
  db: Kysely<Tables>,
  tenant: string,
  ids: readonly string[],
): Promise<void> {
  await shareChangeLock(db);
  await db
    .updateTable('ops_event')
    .set({ status: 'closed', change: nextChange })
    .where('tenant_id', '=', tenant)
    .where('id', 'in', ids)
    .where('status', '=', sql.lit('open'))
    .execute();
}

/** Alarm of any tenant, locked until commit, for a change. */
export async function lockAlarm(db: Kysely<Tables>, id: string): Promise<OpsEventRecord> {
  await shareChangeLock(db);
  const found = await db
    .selectFrom('ops_event')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal('ops_event_not_found', 'There is no alarm with this id.');
  return found;
}

/** Acknowledgement or disposition of an alarm that is locked. */
export async function saveHandling(
  db: Kysely<Tables>,
  { tenant_id, id, data, ...handling }: OpsEventRecord,
): Promise<void> {
  await db
    .updateTable('ops_event')
    .set({ ...handling, change: nextChange })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

/** Erases what people wrote at the alarms of a job: it may name the recipient. */
export async function clearNotes(db: Kysely<Tables>, tenant: string, jobId: string): Promise<void> {
  await db
    .updateTable('ops_event')
    .set({ note: null, disposition_reason: null })
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .where('job_id', '<>', sql.lit(''))
    .where((eb) => eb.or([eb('note', 'is not', null), eb('disposition_reason', 'is not', null)]))
    .execute();
}

/** Escalates at most `max` alarms of any tenant, open since before that time; returns how many. */
export async function escalateOpen(
  db: Kysely<Tables>,
  { before, now, max }: { before: Date; now: Date; max: number },
): Promise<number> {
  await shareChangeLock(db);
  const { numAffectedRows } = await sql`
    update ops_event set escalated_at = ${now}, change = default
     where (tenant_id, id) in (
       select tenant_id, id from ops_event
        where status = 'open' and escalated_at is null and severity <> 'info'
          and created_at <= ${before}
        order by created_at limit ${max} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Whether `escalateOpen` finds one: most passes end here, without a transaction. */
export async function hasOverdue(db: Kysely<Tables>, before: Date): Promise<boolean> {
  const found = await db
    .selectFrom('ops_event')
    .select('id')
    .where('status', '=', sql.lit('open'))
    .where('escalated_at', 'is', null)
    .where('severity', '<>', sql.lit('info'))
    .where('created_at', '<=', before)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export interface AlarmFilter {
  type?: OpsEventRecord['type'] | undefined;
  status?: OpsEventRecord['status'] | undefined;
  severity?: OpsEventRecord['severity'] | undefined;
  job_id?: string | undefined;
  limit: number;
  starting_after?: string | undefined;
}

/** Alarms of all tenants, newest first, one more than a page holds. */
export async function listAlarms(
  db: Kysely<Tables>,
  { limit, starting_after, ...filter }: AlarmFilter,
): Promise<OpsEventRecord[]> {
  await requireCursor({ starting_after }, (id) =>
    db.selectFrom('ops_event').select('id').where('id', '=', id),
  );
  let alarms = db
    .selectFrom('ops_event')
    .select(columns)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  const { type, status, severity, job_id } = filter;
  if (type !== undefined) alarms = alarms.where('type', '=', type);
  // A literal, so that the planner may use the index of the open ones.
  if (status !== undefined) alarms = alarms.where('status', '=', sql.lit(status));
  if (severity !== undefined) alarms = alarms.where('severity', '=', severity);
  if (job_id !== undefined)
    alarms = alarms.where('job_id', '=', job_id).where('job_id', '<>', sql.lit(''));
  if (starting_after !== undefined) alarms = alarms.where('id', '<', starting_after);
  return alarms.execute();
}

/** Alarms read of an urgent type; of other types only the newest is. */
const perTypeMax = 100;

/**
 * Alarms that wait for somebody, by type with its count, newest first within a type. An excursion that was
 * acknowledged waits for its disposition.
 */
export async function listAlarmKinds(
  db: Kysely<Tables>,
  severity: OpsEventRecord['severity'] | undefined,
): Promise<(OpsEventRecord & { count: number })[]> {
  const ranked = db
    .selectFrom('ops_event')
    .select(columns)
    .select(sql<number>`(count(*) over (partition by type))::int`.as('count'))
    .select(sql<number>`row_number() over (partition by type order by id desc)`.as('place'))
    .where((eb) =>
      eb.or([
        eb('status', '=', sql.lit('open')),
        eb('status', '=', sql.lit('acknowledged')).and('type', 'in', disposedTypes),
      ]),
    )
    .$if(severity !== undefined, (all) => all.where('severity', '=', severity ?? 'info'))
    .as('ranked');
  return db
    .selectFrom(ranked)
    .select([...columns, 'count'])
    .where(sql<boolean>`place <= case when type = any(${[...listedTypes]})
      then ${perTypeMax}::int else 1 end`)
    .orderBy('id', 'desc')
    .execute();
}

/** Every change up to here is committed or rolled back. Waits for concurrent writers. */
export async function getLastChange(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select (case when s.is_called then s.last_value else 0 end)::text as last
      from (select pg_advisory_xact_lock(${changeLock}) offset 0) as lock
     cross join ops_event_change s`.execute(db);
  return rows[0]?.last ?? '0';
}

/** Alarms of any tenant whose latest change lies between, in the order of these changes. */
export const listChanges = (
  db: Kysely<Tables>,
  { after, upTo, limit }: { after: string; upTo: string; limit: number },
): Promise<(OpsEventRecord & { change: string })[]> =>
  db
    .selectFrom('ops_event')
    .select([...columns, 'change'])
    .where('change', '>', after)
    .where('change', '<=', upTo)
    .orderBy('change')
    .limit(limit)
    .execute();
