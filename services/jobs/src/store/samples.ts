/**
 * Sample jobs of the sandbox, copied on write: all tenants read them; a tenant's first change
 * inserts a copy under the same id and reference, which hides the sample from that tenant. On live
 * the table of sample sets is empty.
 */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { BookingInputs } from '../domain/booking.ts';
import { type JobRecord, requireJob } from '../domain/job.ts';
import type { TransitionResult } from '../domain/job-command.ts';
import { countChanges, incrementCount } from './job-counts.ts';
import { findJob, findLockedJob, keyColumn, saveJob } from './jobs.ts';
import { milestoneRows, toRow } from './rows.ts';
import type { Tables } from './schema.ts';

export const isSample =
  (idOrRef: string) =>
  ({ eb, and, selectFrom }: ExpressionBuilder<Tables, 'job'>) =>
    and([
      eb('job.tenant_id', 'in', selectFrom('sample_set').select('sample_set.tenant_id')),
      eb(`job.${keyColumn(idOrRef)}`, '=', idOrRef),
      eb('job.copy_tenant_id', '=', ''),
    ]);

const findSample = (db: Kysely<Tables>, idOrRef: string): Promise<JobRecord | undefined> =>
  db.selectFrom('job').selectAll().where(isSample(idOrRef)).executeTakeFirst();

/** The tenant's own job, or else a sample. */
export const findVisibleJob = async (
  db: Kysely<Tables>,
  tenant: string,
  idOrRef: string,
): Promise<JobRecord | undefined> =>
  (await findJob(db, tenant, idOrRef)) ?? (await findSample(db, idOrRef));

export interface WritableJob {
  job: JobRecord;
  /** The sample that `job` is an unsaved copy of. */
  sample?: JobRecord;
}

/** The tenant's own job, locked, or else an unsaved copy of a sample under the tenant's name. */
export async function lockWritableJob(
  db: Kysely<Tables>,
  owner: Pick<JobRecord, 'tenant_id' | 'tenant_name' | 'tracking_token'>,
  idOrRef: string,
): Promise<WritableJob> {
  const own = await findLockedJob(db, owner.tenant_id, idOrRef);
  if (own) return { job: own };
  const sample = requireJob(await findSample(db, idOrRef));
  return { job: { ...sample, ...owner }, sample };
}

/**
 * Saves the result. The second of two concurrent copies of a sample violates `job_pkey` and is
 * retried.
 */
export async function saveWritableJob(
  db: Kysely<Tables>,
  tenant: string,
  { target: { job: before, sample }, after }: { target: WritableJob; after: TransitionResult },
): Promise<void> {
  if (!sample) {
    await saveJob(db, tenant, { before, after });
    return;
  }
  const { job } = after;
  await db
    .insertInto('job')
    .values({ ...toRow(tenant, job), copy_tenant_id: tenant })
    .execute();
  await copyMilestones(db, tenant, sample);
  const milestones = milestoneRows(tenant, after);
  if (milestones.length > 0) await db.insertInto('milestone').values(milestones).execute();
  const counts = countChanges(tenant, job, [[job.status, 1]]);
  await db.insertInto('job_count').values(counts).onConflict(incrementCount).execute();
}

async function copyMilestones(db: Kysely<Tables>, tenant: string, { tenant_id, id }: JobRecord) {
  await sql`
    insert into milestone (tenant_id, job_id, at, type, note, seal)
    select ${tenant}, job_id, at, type, note, seal from milestone
     where tenant_id = ${tenant_id} and job_id = ${id} order by id`.execute(db);
}

interface SampleSet {
  tenant_id: string;
  created_at: Date;
  inputs: readonly BookingInputs[];
}

/** Newest first. */
export const listSampleSets = (db: Kysely<Tables>): Promise<SampleSet[]> =>
  db.selectFrom('sample_set').selectAll().orderBy('created_at', 'desc').execute();

export const listSampleTenants = async (db: Kysely<Tables>): Promise<string[]> =>
  (
    await db.selectFrom('sample_set').select('tenant_id').orderBy('created_at', 'desc').execute()
  ).map(({ tenant_id }) => tenant_id);

/** Advisory lock until the transaction ends: one process creates samples at a time. */
export async function lockSampleSets(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock('sample_set'::regclass::oid::bigint)`.execute(db);
}

export async function insertSampleSet(db: Kysely<Tables>, set: SampleSet): Promise<void> {
  await db
    .insertInto('sample_set')
    .values({ ...set, inputs: JSON.stringify(set.inputs) })
    .execute();
}

export async function updateSampleInputs(
  db: Kysely<Tables>,
  tenant: string,
  inputs: readonly BookingInputs[],
): Promise<void> {
  await db
    .updateTable('sample_set')
    .set({ inputs: JSON.stringify(inputs) })
    .where('tenant_id', '=', tenant)
    .execute();
}

/** Retires a sample set: its jobs are hidden now and deleted by the tenant purge. */
export async function retireSampleSet(
  db: Kysely<Tables>,
  tenant: string,
  now: Date,
): Promise<void> {
  await db.deleteFrom('sample_set').where('tenant_id', '=', tenant).execute();
  await db
    .insertInto('expired_tenant')
    .values({ tenant_id: tenant, due_at: now })
    .onConflict((known) => known.doNothing())
    .execute();
}
