/** Instructions of jobs, encrypted. A job without any has no row. */
import type { Status } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { EncryptedInstructions } from '../domain/instructions.ts';
import type { Tables } from './schema.ts';

export const findInstructions = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<EncryptedInstructions | undefined> =>
  db
    .selectFrom('job_instructions')
    .select(['note', 'pickup_contact', 'dropoff_contact'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .executeTakeFirst();

/** Instructions of jobs that may belong to several tenants. */
export const listInstructions = (
  db: Kysely<Tables>,
  jobs: readonly { tenant_id: string; id: string }[],
) =>
  db
    .selectFrom('job_instructions')
    .select(['job_id', 'note', 'pickup_contact', 'dropoff_contact'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('tenant_id', 'job_id'),
        'in',
        jobs.map(({ tenant_id, id }) => tuple(tenant_id, id)),
      ),
    )
    .execute();

export async function putInstructions(
  db: Kysely<Tables>,
  tenant: string,
  { jobId, stored }: { jobId: string; stored: EncryptedInstructions },
): Promise<void> {
  await db
    .insertInto('job_instructions')
    .values({ tenant_id: tenant, job_id: jobId, ...stored })
    .onConflict((known) => known.columns(['tenant_id', 'job_id']).doUpdateSet(stored))
    .execute();
}

/** A return goes the other way: its contacts change places. */
export async function copyToReturn(
  db: Kysely<Tables>,
  tenant: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    insert into job_instructions (tenant_id, job_id, note, pickup_contact, dropoff_contact)
    select tenant_id, ${to}, note, dropoff_contact, pickup_contact from job_instructions
     where tenant_id = ${tenant} and job_id = ${from}`.execute(db);
}

/** Covers the job, its return, and the job that it returns: they name the same people. */
export async function deleteInstructions(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<void> {
  await sql`
    delete from job_instructions using job
     where job.tenant_id = ${tenant} and job.id = ${jobId}
       and job_instructions.tenant_id = ${tenant}
       and job_instructions.job_id in (job.id, job.return_job_id, job.return_of)`.execute(db);
}

/**
 * Jobs of any tenant in one of these states whose latest milestone is older; up to `max` of them.
 */
export async function purgeInstructions(
  db: Kysely<Tables>,
  { statuses, before, max }: { statuses: readonly Status[]; before: Date; max: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from job_instructions where ctid = any (array(
      select i.ctid from job_instructions i
       cross join lateral (select status, milestone_at from job
                            where tenant_id = i.tenant_id and id = i.job_id offset 0) job
       where job.status = any (${statuses}) and job.milestone_at <= ${before}
       limit ${max}))`.execute(db);
  return Number(numAffectedRows);
}
