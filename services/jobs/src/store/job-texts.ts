/** What people wrote about a job, in tables of its own: erased with the proof, or after a time. */
import type { Status } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

const erased = ['job_instructions', 'job_message', 'job_note'] as const;
type TextTable = (typeof erased)[number];

/** Covers the job, its return, and the job that it returns: they may name the same people. */
export async function eraseTexts(db: Kysely<Tables>, tenant: string, jobId: string): Promise<void> {
  for (const name of erased) {
    await sql`
      delete from ${sql.table(name)} own using job
       where job.tenant_id = ${tenant} and job.id = ${jobId}
         and own.tenant_id = ${tenant}
         and own.job_id in (job.id, job.return_job_id, job.return_of)`.execute(db);
  }
}

/**
 * Deletes rows of jobs of any tenant in one of these states whose latest milestone is older; up to
 * `max` of them.
 */
export async function purgeTexts(
  db: Kysely<Tables>,
  name: TextTable,
  { statuses, before, max }: { statuses: readonly Status[]; before: Date; max: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(name)} where ctid = any (array(
      select own.ctid from ${sql.table(name)} own
       cross join lateral (select status, milestone_at from job
                            where tenant_id = own.tenant_id and id = own.job_id offset 0) job
       where job.status = any (${statuses}) and job.milestone_at <= ${before}
       limit ${max}))`.execute(db);
  return Number(numAffectedRows);
}
