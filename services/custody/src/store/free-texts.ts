import type { CustodyText } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { FreeText } from '../domain/free-text.ts';
import type { ChainRange } from './chain.ts';
import type { Tables } from './schema.ts';

export async function insertFreeTexts(
  db: Kysely<Tables>,
  tenant: string,
  { jobId, seq, texts }: { jobId: string; seq: number; texts: readonly FreeText[] },
): Promise<void> {
  if (texts.length === 0) return;
  await db
    .insertInto('custody_text')
    .values(texts.map((text) => ({ tenant_id: tenant, job_id: jobId, seq, ...text })))
    .execute();
}

/** Texts of events with seq ≤ `through`, in the order of the chain. */
export const listFreeTexts = (
  db: Kysely<Tables>,
  tenant: string,
  { jobId, through, offset, limit }: ChainRange & { offset: number },
): Promise<CustodyText[]> =>
  db
    .selectFrom('custody_text')
    .select(['seq', 'member', 'text', 'salt'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .where('seq', '<=', through)
    .orderBy('seq')
    .orderBy('member')
    .offset(offset)
    .limit(limit)
    .execute();

/** Deletes texts and salts; the commitments stay in the chain and can no longer be guessed. */
export async function eraseFreeTexts(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<void> {
  await db
    .deleteFrom('custody_text')
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .execute();
}
