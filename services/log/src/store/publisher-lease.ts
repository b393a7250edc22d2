/** Lease of the replica that publishes. */
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** False while another replica holds it. */
export async function takePublisherLease(
  db: Kysely<Tables>,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('publisher_lease')
    .set({ lease_until: until })
    .where('lease_until', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function endPublisherLease(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.updateTable('publisher_lease').set({ lease_until: now }).execute();
}
