/** The carrier's view: jobs of all tenants, the one place where a query names none. */
import type { InputOf, jobs } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { existing, type Job } from '../domain/job.ts';
import { keyColumn } from './jobs.ts';
import type { Tables } from './schema.ts';

type DeskFilter = InputOf<(typeof jobs)['actions']['listForDesk']>;

const selectJob = (db: Kysely<Tables>, idOrRef: string) =>
  db.selectFrom('job').selectAll().where(keyColumn(idOrRef), '=', idOrRef);

export async function getAnyJob(db: Kysely<Tables>, idOrRef: string): Promise<Job> {
  return existing(await selectJob(db, idOrRef).executeTakeFirst());
}

/** As `lockJob`, whatever the tenant. */
export async function lockAnyJob(db: Kysely<Tables>, idOrRef: string): Promise<Job> {
  return existing(await selectJob(db, idOrRef).forUpdate().executeTakeFirst());
}

/**
 * As many as the limit says and one, if there are more, newest first. `unassigned` jobs are those
 * that wait for a driver.
 */
export async function listDeskJobs(
  db: Kysely<Tables>,
  { status, driver_id, unassigned, limit, starting_after }: DeskFilter,
): Promise<Job[]> {
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
