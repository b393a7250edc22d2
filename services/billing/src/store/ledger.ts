import type { Kysely } from 'kysely';
import type { Posting } from '../domain/posting.ts';
import type { Tables } from './schema.ts';

/** Inserts postings with their entries; the unique key (kind, tenant, subject) refuses duplicates. */
export async function insertPostings(
  db: Kysely<Tables>,
  postings: readonly (Posting & { id: string })[],
  now: Date,
): Promise<void> {
  await db
    .insertInto('ledger_posting')
    .values(
      postings.map(({ id, tenant_id, kind, subject }) => ({
        id,
        tenant_id,
        kind,
        subject,
        posted_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('ledger_entry')
    .values(
      postings.flatMap(({ id, tenant_id, entries }) =>
        entries.map((entry) => ({ tenant_id, posting_id: id, ...entry })),
      ),
    )
    .execute();
}
