/** Dispatch's view: jobs of all tenants. The only queries without a tenant condition. */
import type { InputOf, jobs } from '@svc/contracts';
import { requireCursor } from '@svc/kit/cursor';
import type { Kysely } from 'kysely';
import { type JobRecord, requireJob } from '../domain/job.ts';
import { keyColumn } from './jobs.ts';
import type { Tables } from './schema.ts';

type DeskFilter = InputOf<(typeof jobs)['actions']['listForDesk']>;

const selectJob = (db: Kysely<Tables>, idOrRef: string) =>
  db
    .selectFrom('job')
    .selectAll()
    .where(keyColumn(idOrRef), '=', idOrRef)
    .where('copy_tenant_id', '=', '');

export async function getAnyJob(db: Kysely<Tables>, idOrRef: string): Promise<JobRecord> {
  return requireJob(await selectJob(db, idOrRef).executeTakeFirst());
}

/** As `lockJob`, for any tenant. */
export async function lockAnyJob(db: Kysely<Tables>, idOrRef: string): Promise<JobRecord> {
  return requireJob(await selectJob(db, idOrRef).forUpdate().executeTakeFirst());
}

/**
 * Newest first, up to limit + 1 rows, so that `has_more` is known. `unassigned` jobs are those
 * that wait for a driver.
 */
export async function listDispatchJobs(
  db: Kysely<Tables>,
  { status, driver_id, unassigned, limit, starting_after }: DeskFilter,
): Promise<JobRecord[]> {
  await requireCursor({ starting_after }, (cursor) =>
    db.selectFrom('job').select('id').where(keyColumn(cursor), '=', cursor),
  );
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
