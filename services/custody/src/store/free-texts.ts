import type { CustodyText } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { FreeText } from '../domain/free-text.ts';
import type { ChainRange } from './chain.ts';
import type { Tables } from './schema.ts';

export type NewFreeText = FreeText & { tenant_id: string; job_id: string; seq: number };

/** Texts of events of any chains in one statement. */
export async function insertFreeTexts(
  db: Kysely<Tables>,
  texts: readonly NewFreeText[],
): Promise<void> {
  if (texts.length === 0) return;
  await sql`
    insert into custody_text (tenant_id, job_id, seq, member, text, salt)
    select * from unnest(${texts.map(({ tenant_id }) => tenant_id)}::text[],
                         ${texts.map(({ job_id }) => job_id)}::text[],
                         ${texts.map(({ seq }) => seq)}::int[],
                         ${texts.map(({ member }) => member)}::text[],
                         ${texts.map(({ text }) => text)}::text[],
                         ${texts.map(({ salt }) => salt)}::text[])`.execute(db);
}

/** `proof.recipient` is for `pod:read`: notes of a hand-over, and texts with a word of the name. */
const namesRecipient = sql<boolean>`
  member = 'note' and exists (
    select from custody_event e
     where (e.tenant_id, e.job_id, e.seq) = (t.tenant_id, t.job_id, t.seq)
       and e.bytes::json ->> 'type' in ('delivered', 'delivery_failed'))
  or exists (
    select from proof p
     cross join lateral regexp_split_to_table(normalize(p.recipient), '[^[:alpha:]]+') as word
     where (p.tenant_id, p.job_id) = (t.tenant_id, t.job_id)
       and length(word) > 2 and lower(word) not in ('the', 'and', 'for', 'van', 'der', 'den', 'von')
       and t.text ~* ('\\m' || word || '\\M'))`;

export interface TextRange extends ChainRange {
  offset: number;
  /** Whether texts that may name the recipient are among them. */
  withNames: boolean;
}

/** Texts of events with seq ≤ `through`, in the order of the chain. */
export const listFreeTexts = (
  db: Kysely<Tables>,
  tenant: string,
  { jobId, through, offset, limit, withNames }: TextRange,
): Promise<CustodyText[]> =>
  db
    .selectFrom('custody_text as t')
    .select(['seq', 'member', 'text', 'salt'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .where('seq', '<=', through)
    .$if(!withNames, (found) => found.where(sql<boolean>`not (${namesRecipient})`))
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
