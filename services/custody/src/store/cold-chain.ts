import type { ColdChain, CustodyFact } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
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

/** Deletes and returns the held excursions, in the order of their insertion. */
export async function popHeldExcursions(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<CustodyFact[]> {
  const { rows } = await sql<{ fact: CustodyFact }>`
    with taken as (
      delete from held_excursion where tenant_id = ${tenant} and job_id = ${jobId} returning *
    )
    select fact from taken order by seq`.execute(db);
  return rows.map(({ fact }) => fact);
}
