/** Dispatch's view: jobs of all tenants. The only queries without a tenant condition. */
import { requireCursor } from '@svc/kit/page';
import type { Kysely } from 'kysely';
import { type JobRecord, requireJob } from '../domain/job.ts';
import { isNoCopy, keyColumn } from './jobs.ts';
import type { Tables } from './schema.ts';
import { type DeskFilter, searchJobs } from './search-jobs.ts';

const selectJob = (db: Kysely<Tables>, idOrRef: string) =>
  db
    .selectFrom('job')
    .selectAll()
    .where(keyColumn(idOrRef), '=', idOrRef)
    .where('copy_tenant_id', '=', '');

export async function getAnyJob(db: Kysely<Tables>, idOrRef: string): Promise<JobRecord> {
  return requireJob(await selectJob(db, idOrRef).executeTakeFirst());
}

/** Like `lockJob`, for any tenant. */
export async function lockAnyJob(db: Kysely<Tables>, idOrRef: string): Promise<JobRecord> {
  return requireJob(await selectJob(db, idOrRef).forUpdate().executeTakeFirst());
}

/**
 * Newest first, up to limit + 1 rows, so that `has_more` is known. `unassigned` jobs are those
 * that wait for a driver.
 */
export async function listDispatchJobs(
  db: Kysely<Tables>,
  filter: DeskFilter,
): Promise<JobRecord[]> {
  const { q, status, driver_id, unassigned, limit, starting_after } = filter;
  await requireCursor({ starting_after }, (cursor) =>
    db.selectFrom('job').select('id').where(keyColumn(cursor), '=', cursor),
  );
  if (q !== undefined) return searchJobs(db, { ...filter, q });
  let jobs = db
    .selectFrom('job')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (status !== undefined) jobs = jobs.where('status', '=', status);
  if (driver_id !== undefined) jobs = jobs.where('driver_id', '=', driver_id);
  if (unassigned === true) jobs = jobs.where('status', '=', 'booked');
  if (unassigned === false) jobs = jobs.where('driver_id', 'is not', null);
  if (starting_after !== undefined) {
    jobs = jobs.where('id', '<', ({ selectFrom }) =>
      selectFrom('job as cursor')
        .select('cursor.id')
        .where(`cursor.${keyColumn(starting_after)}`, '=', starting_after),
    );
  }
  return jobs.execute();
}

export async function countBookedJobs(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('status', '=', 'booked')
    .where(isNoCopy)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Up to limit + 1 rows, the latest first. */
export async function listDeliveredJobs(
  db: Kysely<Tables>,
  { since, limit }: { since: string; limit: number },
) {
  const delivered = db
    .selectFrom('job')
    .where('delivered_at', '>=', new Date(since))
    .where(isNoCopy);
  const { count, on_time } = await delivered
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .select(({ fn }) =>
      fn.countAll<string>().filterWhereRef('delivered_at', '<=', 'sla_due').as('on_time'),
    )
    .executeTakeFirstOrThrow();
  const found = await delivered
    .selectAll()
    .orderBy('delivered_at', 'desc')
    .limit(limit + 1)
    .execute();
  return { found, count: Number(count), on_time: Number(on_time) };
}

export const listJobsById = (db: Kysely<Tables>, ids: readonly string[]): Promise<JobRecord[]> =>
  db
    .selectFrom('job')
    .selectAll()
    .where('id', 'in', ids)
    .where(isNoCopy)
    .orderBy('id', 'desc')
    .execute();

/** Neither delivered nor cancelled, newest first, up to limit + 1 rows. */
export const listOpenJobs = (
  db: Kysely<Tables>,
  { limit, starting_after }: Pick<DeskFilter, 'limit' | 'starting_after'>,
): Promise<JobRecord[]> =>
  db
    .selectFrom('job')
    .selectAll()
    .where('status', 'not in', ['delivered', 'cancelled'])
    .where('copy_tenant_id', '=', '')
    .$if(starting_after !== undefined, (open) => open.where('id', '<', starting_after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
