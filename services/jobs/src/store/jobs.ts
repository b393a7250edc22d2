import { type Kysely, sql } from 'kysely';
import type { Outcome } from '../domain/happening.ts';
import { existing, type Job } from '../domain/job.ts';
import { milestoneRows, toRow } from './rows.ts';
import type { Tables } from './schema.ts';
import { addUp, bookedRows, tallyRows } from './tally.ts';

/** A job is known by its id and by its reference. */
export const keyColumn = (idOrRef: string): 'id' | 'ref' =>
  idOrRef.startsWith('SVC-') ? 'ref' : 'id';

const selectJob = (db: Kysely<Tables>, tenant: string, idOrRef: string) =>
  db
    .selectFrom('job')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where(keyColumn(idOrRef), '=', idOrRef);

export const findJob = (
  db: Kysely<Tables>,
  tenant: string,
  idOrRef: string,
): Promise<Job | undefined> => selectJob(db, tenant, idOrRef).executeTakeFirst();

export async function getJob(db: Kysely<Tables>, tenant: string, idOrRef: string): Promise<Job> {
  return existing(await findJob(db, tenant, idOrRef));
}

/** Locks the job until the transaction ends: decisions on one job are made one after the other. */
export async function lockJob(db: Kysely<Tables>, tenant: string, idOrRef: string): Promise<Job> {
  return existing(await selectJob(db, tenant, idOrRef).forUpdate().executeTakeFirst());
}

/** Job, timeline and counters in one statement: a booking is one round trip. */
export async function insertJob(
  db: Kysely<Tables>,
  tenant: string,
  booked: Outcome,
): Promise<void> {
  const { job } = booked;
  await db
    .with('new_job', (cte) => cte.insertInto('job').values(toRow(tenant, job)))
    .with('new_milestone', (cte) =>
      cte.insertInto('milestone').values(milestoneRows(tenant, booked)),
    )
    .insertInto('job_tally')
    .values(tallyRows(tenant, job, [[job.status, 1]]))
    .onConflict(addUp)
    .execute();
}

/**
 * Books what is not booked under its identity yet, and answers what that is. In one order everywhere:
 * a twin waits for the first and then finds its jobs.
 */
export async function insertJobsOnce(
  db: Kysely<Tables>,
  tenant: string,
  booked: readonly Outcome[],
): Promise<Outcome[]> {
  if (booked.length === 0) return [];
  const sorted = booked.toSorted((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));
  const inserted = await db
    .insertInto('job')
    .values(sorted.map(({ job }) => toRow(tenant, job)))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'booked_as']).where('booked_as', 'is not', null).doNothing(),
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
    .insertInto('job_tally')
    .values(bookedRows(tenant, fresh))
    .onConflict(addUp)
    .execute();
  return fresh;
}

const identityOf = ({ job }: Outcome): string => job.booked_as ?? '';

export async function listBookedAs(
  db: Kysely<Tables>,
  tenant: string,
  identities: readonly string[],
): Promise<Job[]> {
  if (identities.length === 0) return [];
  return db
    .selectFrom('job')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('booked_as', '=', sql<string>`any(${identities})`)
    .execute();
}

/** Stores what became of the locked job, and the job that began with it. */
export async function saveJob(
  db: Kysely<Tables>,
  tenant: string,
  { before, after }: { before: Job; after: Outcome },
): Promise<void> {
  const { job, born } = after;
  await db
    .updateTable('job')
    .set(toRow(tenant, job))
    .where('tenant_id', '=', tenant)
    .where('id', '=', before.id)
    .execute();
  if (born) await db.insertInto('job').values(toRow(tenant, born.job)).execute();
  const milestones = milestoneRows(tenant, after);
  if (milestones.length > 0) await db.insertInto('milestone').values(milestones).execute();
  // A return goes between the same sites: one statement counts both.
  const counts = tallyRows(tenant, job, [
    [before.status, -1],
    [job.status, 1],
    ...(born ? [[born.job.status, 1] as const] : []),
  ]);
  if (counts.length > 0) {
    await db.insertInto('job_tally').values(counts).onConflict(addUp).execute();
  }
}

export const listMilestones = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  db
    .selectFrom('milestone')
    .select(['at', 'type', 'note', 'seal'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .orderBy('id')
    .execute();
