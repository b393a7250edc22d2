/** Entries of the log: insert once by leaf hash, places in the tree. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface NewEntry {
  leaf_hash: Buffer;
  body: string;
  submitted_at: Date;
}

/** Inserts in this order; an entry that is there already (unique leaf hash) is skipped. */
export async function insertEntries(
  db: Kysely<Tables>,
  entries: readonly NewEntry[],
): Promise<void> {
  await db
    .insertInto('entry')
    .values([...entries])
    .onConflict((conflict) => conflict.column('leaf_hash').doNothing())
    .execute();
}

export const listWaiting = (
  db: Kysely<Tables>,
  limit: number,
): Promise<{ id: string; leaf_hash: Buffer }[]> =>
  db
    .selectFrom('entry')
    .select(['id', 'leaf_hash'])
    .where('leaf_index', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Number of waiting entries, and since when the first waits. */
export async function countWaiting(
  db: Kysely<Tables>,
): Promise<{ waiting: number; oldest: Date | null }> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select count(*)::int as waiting, min(submitted_at) as oldest
      from entry where leaf_index is null`.execute(db);
  return rows[0] ?? { waiting: 0, oldest: null };
}

export async function hasWaiting(db: Kysely<Tables>): Promise<boolean> {
  return (await listWaiting(db, 1)).length > 0;
}

/** Gives the entries the places from `first` on, in their order. */
export async function placeEntries(
  db: Kysely<Tables>,
  ids: readonly string[],
  first: number,
): Promise<void> {
  await sql`
    update entry set leaf_index = ${first}::bigint + placed.n - 1
      from unnest(${ids}::bigint[]) with ordinality as placed (id, n)
     where entry.id = placed.id`.execute(db);
}

export const listBodies = (
  db: Kysely<Tables>,
  from: number,
  count: number,
): Promise<{ body: string }[]> =>
  db
    .selectFrom('entry')
    .select('body')
    .where('leaf_index', '>=', sql<string>`${from}::bigint`)
    .where('leaf_index', '<', sql<string>`${from + count}::bigint`)
    .orderBy('leaf_index')
    .execute();

/** Indexes by leaf hash in hex, of entries that have their place. */
export async function findIndexes(
  db: Kysely<Tables>,
  hashes: readonly Buffer[],
): Promise<ReadonlyMap<string, number>> {
  if (hashes.length === 0) return new Map();
  const found = await db
    .selectFrom('entry')
    .select(['leaf_hash', 'leaf_index'])
    .where('leaf_hash', 'in', hashes)
    .where('leaf_index', 'is not', null)
    .execute();
  return new Map(found.map((row) => [row.leaf_hash.toString('hex'), Number(row.leaf_index)]));
}

/** Has all entries wait again. Ids stay, and with them the order. */
export async function forgetPlaces(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('entry')
    .set({ leaf_index: null })
    .where('leaf_index', 'is not', null)
    .execute();
}
