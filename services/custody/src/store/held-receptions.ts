/** Receptions of specimens that arrived before the hand-over of their job. */
import type { CustodyFact } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { ChainKey } from '../domain/chain.ts';
import { columnsOf } from './chain.ts';
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

/** Deletes and returns the held receptions of these jobs, in the order of their insertion. */
export async function popHeldReceptions(
  db: Kysely<Tables>,
  jobs: readonly ChainKey[],
): Promise<(ChainKey & { fact: CustodyFact })[]> {
  const { tenants, ids } = columnsOf(jobs);
  const { rows } = await sql<ChainKey & { fact: CustodyFact }>`
    with popped as (
      delete from held_reception
       using unnest(${tenants}::text[], ${ids}::text[]) as j(tenant, job)
       where tenant_id = tenant and job_id = job
      returning tenant_id, job_id, seq, fact
    )
    select tenant_id, job_id, fact from popped order by seq`.execute(db);
  return rows;
}
