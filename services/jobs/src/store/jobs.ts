/** Jobs as rows: look-up, row locks, insert with timeline and counters. */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { type JobRecord, requireJob } from '../domain/job.ts';
import type { TransitionResult } from '../domain/job-command.ts';
import { bookedCountChanges, countChanges, incrementCount } from './job-counts.ts';
import { changedColumns, milestoneRows, toRow } from './rows.ts';
import type { Tables } from './schema.ts';

/** A job is known by its id and by its reference. */
export const keyColumn = (idOrRef: string): 'id' | 'ref' =>
  idOrRef.startsWith('SVC-') ? 'ref' : 'id';

/** Written as an expression so that the planner cannot use `job_ref_unique` for look-ups by id. */
export const isNoCopy = sql<boolean>`copy_tenant_id || '' = ''`;

/** Several jobs of the sandbox share a reference: a sample and its copies, one per tenant. */
export const isNamed =
  (tenant: string, idOrRef: string) =>
  ({ eb, and }: ExpressionBuilder<Tables, 'job'>) =>
    and([
      eb('job.tenant_id', '=', tenant),
      eb(`job.${keyColumn(idOrRef)}`, '=', idOrRef),
      eb('job.copy_tenant_id', 'in', ['', tenant]),
    ]);

const selectJob = (db: Kysely<Tables>, tenant: string, idOrRef: string) =>
  db.selectFrom('job').selectAll().where(isNamed(tenant, idOrRef));

export const findJob = (
  db: Kysely<Tables>,
  tenant: string,
  idOrRef: string,
): Promise<JobRecord | undefined> => selectJob(db, tenant, idOrRef).executeTakeFirst();

export async function getJob(
  db: Kysely<Tables>,
  tenant: string,
  idOrRef: string,
): Promise<JobRecord> {
  return requireJob(await findJob(db, tenant, idOrRef));
}

/** Row lock until the transaction ends: serializes the commands of one job. */
export async function lockJob(
  db: Kysely<Tables>,
  tenant: string,
  idOrRef: string,
): Promise<JobRecord> {
  return requireJob(await findLockedJob(db, tenant, idOrRef));
}

export const findLockedJob = (
  db: Kysely<Tables>,
  tenant: string,
  idOrRef: string,
): Promise<JobRecord | undefined> => selectJob(db, tenant, idOrRef).forUpdate().executeTakeFirst();

const erased = 'Erased.';

/** Covers the job, its return, and the job that it returns: the reason may name the same people. */
export async function eraseCancellationReason(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<void> {
  await sql`
    update job set cancellation =
             (job.cancellation::jsonb || jsonb_build_object('reason', ${erased}::text))::json
      from job of
     where of.tenant_id = ${tenant} and of.id = ${jobId} and job.tenant_id = ${tenant}
       and job.id in (of.id, of.return_job_id, of.return_of)
       and job.cancellation ->> 'reason' <> ${erased}`.execute(db);
}

/** Job, timeline and counters in one statement: a booking is one round trip. */
export async function insertJob(
  db: Kysely<Tables>,
  tenant: string,
  booked: TransitionResult,
): Promise<void> {
  const { job } = booked;
  await db
    .with('new_job', (cte) => cte.insertInto('job').values(toRow(tenant, job)))
    .with('new_milestone', (cte) =>
      cte.insertInto('milestone').values(milestoneRows(tenant, booked)),
    )
    .insertInto('job_count')
    .values(countChanges(tenant, job, [[job.status, 1]]))
    .onConflict(incrementCount)
    .execute();
}

/**
 * Idempotent insert: skips identities that are booked already and returns the inserted bookings.
 * Sorted by identity, so that a concurrent duplicate batch waits for the first and cannot deadlock
 * with it.
 */
export async function insertJobsOnce(
  db: Kysely<Tables>,
  tenant: string,
  booked: readonly TransitionResult[],
): Promise<TransitionResult[]> {
  if (booked.length === 0) return [];
  const sorted = booked.toSorted((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));
  const inserted = await db
    .insertInto('job')
    .values(sorted.map(({ job }) => toRow(tenant, job)))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'booking_identity'])
        .where('booking_identity', 'is not', null)
        .doNothing(),
    )
    .returning('id')
    .execute();
  const ids = new Set(inserted.map(({ id }) => id));
  const fresh = booked.filter(({ job }) => ids.has(job.id));
  if (fresh.length === 0) return [];
  await db
    .with('new_milestone', (cte) =>
      cte.insertInto('milestone').values(fresh.flatMap((each) => milestoneRows(tenant, each))),
    )
    .insertInto('job_count')
    .values(bookedCountChanges(tenant, fresh))
    .onConflict(incrementCount)
    .execute();
  return fresh;
}

const identityOf = ({ job }: TransitionResult): string => job.booking_identity ?? '';

export async function listBookedAs(
  db: Kysely<Tables>,
  tenant: string,
  identities: readonly string[],
): Promise<JobRecord[]> {
  if (identities.length === 0) return [];
  return db
    .selectFrom('job')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('booking_identity', '=', sql<string>`any(${identities})`)
    .execute();
}

/** Saves the result for a locked job, and the spawned job if there is one; one statement as well. */
export async function saveJob(
  db: Kysely<Tables>,
  tenant: string,
  { before, after }: { before: JobRecord; after: TransitionResult },
): Promise<void> {
  const { job, spawned } = after;
  if (spawned) await db.insertInto('job').values(toRow(tenant, spawned.job)).execute();
  const saved = db.with('saved', (cte) =>
    cte
      .updateTable('job')
      .set(changedColumns(tenant, { before, job }))
      .where('tenant_id', '=', tenant)
      .where('id', '=', before.id),
  );
  const milestones = milestoneRows(tenant, after);
  const written = (milestones.length === 0
    ? saved
    : saved.with('new_milestone', (cte) =>
        cte.insertInto('milestone').values(milestones),
      )) as unknown as typeof saved;
  // A return goes between the same sites: one statement counts both.
  const counts = countChanges(tenant, job, [
    [before.status, -1],
    [job.status, 1],
    ...(spawned ? [[spawned.job.status, 1] as const] : []),
  ]);
  if (counts.length === 0) await written.selectNoFrom(sql.lit(1).as('saved')).execute();
  else await written.insertInto('job_count').values(counts).onConflict(incrementCount).execute();
}

/**
 * Ordered by time of occurrence: an excursion is detected, and so inserted, after later
 * milestones.
 */
export const listMilestones = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  db
    .selectFrom('milestone')
    .select(['at', 'type', 'note', 'seal'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .orderBy('at')
    .orderBy('id')
    .execute();

/** The milestone that was recorded under a key that a device signed; undefined for a new key. */
export const findSignedMilestone = (
  db: Kysely<Tables>,
  tenant: string,
  { job_id, device_jti }: { job_id: string; device_jti: string },
): Promise<{ device_signature_sha256: string | null } | undefined> =>
  db
    .selectFrom('milestone')
    .select('device_signature_sha256')
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', job_id)
    .where('device_jti', '=', device_jti)
    .executeTakeFirst();
