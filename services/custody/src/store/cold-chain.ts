import type { ColdChain, CustodyFact } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { ChainKey } from '../domain/chain.ts';
import { columnsOf } from './chain.ts';
import type { Tables } from './schema.ts';

export interface ColdChainSeal {
  ref: string;
  cold_chain: ColdChain;
}

/** Idempotent: the first seal of a job is kept. */
export async function insertSeal(
  db: Kysely<Tables>,
  { tenant, jobId }: { tenant: string; jobId: string },
  { ref, cold_chain }: ColdChainSeal,
): Promise<void> {
  await db
    .insertInto('cold_chain_seal')
    .values({ tenant_id: tenant, job_id: jobId, ref, cold_chain: JSON.stringify(cold_chain) })
    .onConflict((known) => known.columns(['tenant_id', 'job_id']).doNothing())
    .execute();
}

export const findSeal = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<ColdChainSeal | undefined> =>
  db
    .selectFrom('cold_chain_seal')
    .select(['ref', 'cold_chain'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .executeTakeFirst();

export async function holdExcursion(
  db: Kysely<Tables>,
  { tenant, jobId }: { tenant: string; jobId: string },
  fact: CustodyFact,
): Promise<void> {
  await db
    .insertInto('held_excursion')
    .values({ tenant_id: tenant, job_id: jobId, fact: JSON.stringify(fact) })
    .execute();
}

/** Jobs among these that have a seal. */
export async function listSealed(
  db: Kysely<Tables>,
  jobs: readonly ChainKey[],
): Promise<ChainKey[]> {
  const { tenants, ids } = columnsOf(jobs);
  const { rows } = await sql<ChainKey>`
    select tenant_id, job_id from unnest(${tenants}::text[], ${ids}::text[]) as j(tenant_id, job_id)
      join cold_chain_seal using (tenant_id, job_id)`.execute(db);
  return rows;
}

/** Deletes and returns the held excursions of these jobs, in the order of their insertion. */
export async function popHeldExcursions(
  db: Kysely<Tables>,
  jobs: readonly ChainKey[],
): Promise<(ChainKey & { fact: CustodyFact })[]> {
  const { tenants, ids } = columnsOf(jobs);
  const { rows } = await sql<ChainKey & { fact: CustodyFact }>`
    with popped as (
      delete from held_excursion
       using unnest(${tenants}::text[], ${ids}::text[]) as j(tenant, job)
       where tenant_id = tenant and job_id = job
      returning tenant_id, job_id, seq, fact
    )
    select tenant_id, job_id, fact from popped order by seq`.execute(db);
  return rows;
}
