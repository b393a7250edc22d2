/**
 * Sample jobs of the sandbox: everybody reads them, nobody changes them. The first change makes a
 * copy under the same id and reference, which for its owner stands in the sample's place. Live has
 * no samples, so that there is nothing to find.
 */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { BookingFacts } from '../domain/booking.ts';
import type { Outcome } from '../domain/happening.ts';
import { existing, type Job } from '../domain/job.ts';
import { findJob, findLockedJob, keyColumn, saveJob } from './jobs.ts';
import { milestoneRows, toRow } from './rows.ts';
import type { Tables } from './schema.ts';
import { addUp, tallyRows } from './tally.ts';

export const isSample =
  (idOrRef: string) =>
  ({ eb, and, selectFrom }: ExpressionBuilder<Tables, 'job'>) =>
    and([
      eb('job.tenant_id', 'in', selectFrom('sample_set').select('sample_set.tenant_id')),
      eb(`job.${keyColumn(idOrRef)}`, '=', idOrRef),
      eb('job.copied_by', '=', ''),
    ]);

const findSample = (db: Kysely<Tables>, idOrRef: string): Promise<Job | undefined> =>
  db.selectFrom('job').selectAll().where(isSample(idOrRef)).executeTakeFirst();

/** The tenant's own job, or else a sample. */
export const findSeenJob = async (
  db: Kysely<Tables>,
  tenant: string,
  idOrRef: string,
): Promise<Job | undefined> =>
  (await findJob(db, tenant, idOrRef)) ?? (await findSample(db, idOrRef));

export interface Taken {
  job: Job;
  /** The sample that it is until it is changed. */
  sample?: Job;
}

/** The job to change: the tenant's own, locked, or what a copy of a sample would be. */
export async function takeJob(
  db: Kysely<Tables>,
  owner: Pick<Job, 'tenant_id' | 'tenant_name' | 'tracking_token'>,
  idOrRef: string,
): Promise<Taken> {
  const own = await findLockedJob(db, owner.tenant_id, idOrRef);
  if (own) return { job: own };
  const sample = existing(await findSample(db, idOrRef));
  return { job: { ...sample, ...owner }, sample };
}

/** Stores what became of it. Of twins that copy one sample, the second violates `job_pkey`. */
export async function saveTaken(
  db: Kysely<Tables>,
  tenant: string,
  { taken: { job: before, sample }, after }: { taken: Taken; after: Outcome },
): Promise<void> {
  if (!sample) {
    await saveJob(db, tenant, { before, after });
    return;
  }
  const { job } = after;
  await db
    .insertInto('job')
    .values({ ...toRow(tenant, job), copied_by: tenant })
    .execute();
  await copyMilestones(db, tenant, sample);
  const milestones = milestoneRows(tenant, after);
  if (milestones.length > 0) await db.insertInto('milestone').values(milestones).execute();
  const counts = tallyRows(tenant, job, [[job.status, 1]]);
  await db.insertInto('job_tally').values(counts).onConflict(addUp).execute();
}

async function copyMilestones(db: Kysely<Tables>, tenant: string, { tenant_id, id }: Job) {
  await sql`
    insert into milestone (tenant_id, job_id, at, type, note, seal)
    select ${tenant}, job_id, at, type, note, seal from milestone
     where tenant_id = ${tenant_id} and job_id = ${id} order by id`.execute(db);
}

interface SampleSet {
  tenant_id: string;
  made_at: Date;
  facts: readonly BookingFacts[];
}

/** Newest first. */
export const listSampleSets = (db: Kysely<Tables>): Promise<SampleSet[]> =>
  db.selectFrom('sample_set').selectAll().orderBy('made_at', 'desc').execute();

export const listSampleTenants = async (db: Kysely<Tables>): Promise<string[]> =>
  (await db.selectFrom('sample_set').select('tenant_id').orderBy('made_at', 'desc').execute()).map(
    ({ tenant_id }) => tenant_id,
  );

/** One who makes samples at a time; held until the transaction ends. */
export async function lockSampleSets(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock('sample_set'::regclass::oid::bigint)`.execute(db);
}

export async function insertSampleSet(db: Kysely<Tables>, set: SampleSet): Promise<void> {
  await db
    .insertInto('sample_set')
    .values({ ...set, facts: JSON.stringify(set.facts) })
    .execute();
}

export async function updateSampleFacts(
  db: Kysely<Tables>,
  tenant: string,
  facts: readonly BookingFacts[],
): Promise<void> {
  await db
    .updateTable('sample_set')
    .set({ facts: JSON.stringify(facts) })
    .where('tenant_id', '=', tenant)
    .execute();
}

/** The set answers no more; its rows go with those of other tenants that are over. */
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
