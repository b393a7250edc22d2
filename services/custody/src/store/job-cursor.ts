import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Sequence number of the next event of a job that the consumer expects. The kit advances this
 * cursor in the transaction that appends to the chain.
 */
export async function getNextSequence(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<number> {
  const row = await db
    .selectFrom('job_cursor')
    .select('next')
    .where('tenant_id', '=', tenant)
    .where('consumer', '=', 'custody-jobs')
    .where('producer', '=', 'jobs')
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row?.next ?? 1;
}
