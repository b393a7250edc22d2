import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** Deletes at most `batch` rows, of any tenant, that are older than `before`. Answers how many. */
export async function purgeOlder(
  db: Kysely<Tables>,
  table: 'event' | 'delivery',
  { before, batch }: { before: Date; batch: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)}
       where created_at < ${before} order by created_at limit ${batch}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
