/** Receptions of specimens that were heard of before the hand-over of their job. */
import type { CustodyFact } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

export async function holdReception(
  db: Kysely<Tables>,
  { tenant, jobId }: { tenant: string; jobId: string },
  fact: CustodyFact,
): Promise<void> {
  await db
    .insertInto('held_reception')
    .values({ tenant_id: tenant, job_id: jobId, fact: JSON.stringify(fact) })
    .execute();
}

/** Deletes and returns the held receptions, in the order of their insertion. */
export async function popHeldReceptions(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<CustodyFact[]> {
  const { rows } = await sql<{ fact: CustodyFact }>`
    with popped as (
      delete from held_reception where tenant_id = ${tenant} and job_id = ${jobId} returning *
    )
    select fact from popped order by seq`.execute(db);
  return rows.map(({ fact }) => fact);
}
