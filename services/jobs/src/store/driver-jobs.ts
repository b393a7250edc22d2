/** A courier's view: jobs of any tenant that are assigned to its driver, and no others. */
import { type Kysely, sql } from 'kysely';
import { type JobRecord, requireJob } from '../domain/job.ts';
import { getAnyJob } from './dispatch-jobs.ts';
import type { Tables } from './schema.ts';

const ofDriver = (db: Kysely<Tables>, driver: string) =>
  db.selectFrom('job').selectAll().where('driver_id', '=', driver).where('copy_tenant_id', '=', '');

/** A job of another driver is not found, like an absent one. */
export async function getJobOfDriver(
  db: Kysely<Tables>,
  driver: string,
  idOrRef: string,
): Promise<JobRecord> {
  const job = await getAnyJob(db, idOrRef);
  return requireJob(job.assignment?.driver_id === driver ? job : undefined);
}

/**
 * Not over and ready before `to`; an exception that the desk has not resolved by the end of its day
 * is the desk's, and leaves the run.
 */
export const listRun = (
  db: Kysely<Tables>,
  driver: string,
  { from, to, max }: { from: Date; to: Date; max: number },
): Promise<JobRecord[]> =>
  ofDriver(db, driver)
    // Same condition as the partial index `job_run`, so that the planner uses it.
    .where(sql<boolean>`status not in ('delivered', 'cancelled') and return_job_id is null`)
    .where('starts_at', '<', to)
    .where(({ eb, or }) => or([eb('status', '<>', 'exception'), eb('milestone_at', '>=', from)]))
    .orderBy('sla_due')
    .orderBy('id')
    .limit(max)
    .execute();
