/** Checkpoints and cosignatures: insert, the newest, those that bound the time of an entry. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface StoredCheckpoint {
  size: number;
  note: string;
  published_at: Date | null;
}

export interface NewCheckpoint extends StoredCheckpoint {
  signed_at: Date;
}

export async function insertCheckpoint(db: Kysely<Tables>, made: NewCheckpoint): Promise<void> {
  await db.insertInto('checkpoint').values(made).execute();
}

const newest = (db: Kysely<Tables>) =>
  db
    .selectFrom('checkpoint')
    .select(['size', 'note', 'published_at'])
    .orderBy('size', 'desc')
    .limit(1);

export async function findNewestCheckpoint(
  db: Kysely<Tables>,
): Promise<StoredCheckpoint | undefined> {
  const row = await newest(db).executeTakeFirst();
  return row && { ...row, size: Number(row.size) };
}

export interface PublishedCheckpoint {
  size: number;
  /** Note including the cosignatures of witnesses. */
  note: string;
  published_at: Date;
}

/** The newest published one. */
export async function findPublished(db: Kysely<Tables>): Promise<PublishedCheckpoint | undefined> {
  const { rows } = await sql<{ size: string | null }>`
    select size from checkpoint where published_at is not null
     order by size desc limit 1`.execute(db);
  return withCosignatures(db, rows[0]?.size);
}

export interface CosignedCheckpoint {
  size: number;
  /** Note including the cosignatures of witnesses. */
  note: string;
}

/**
 * The first checkpoint over each entry, by its index, that at least so many witnesses have
 * cosigned: its time is the upper bound of the entry's. Absent if there is no such checkpoint.
 */
export async function findFirstCosigned(
  db: Kysely<Tables>,
  indexes: readonly number[],
  cosignaturesMin: number,
): Promise<ReadonlyMap<number, CosignedCheckpoint>> {
  if (indexes.length === 0) return new Map();
  const { rows } = await sql<{ leaf_index: string; size: string; note: string }>`
    select wanted.leaf_index, size, c.note || signed.lines as note
      from unnest(${indexes}::bigint[]) as wanted (leaf_index)
     cross join lateral (
            select size, string_agg(line, '' order by witness) as lines from cosignature
             where size > wanted.leaf_index group by size having count(*) >= ${cosignaturesMin}
             order by size limit 1) signed
      join checkpoint c using (size)`.execute(db);
  return new Map(
    rows.map(({ leaf_index, size, note }) => [Number(leaf_index), { size: Number(size), note }]),
  );
}

/**
 * The note of the newest checkpoint, by index of an entry, that at least so many had cosigned and
 * that does not cover the entry; absent if there is no such checkpoint.
 */
export async function findNotesBefore(
  db: Kysely<Tables>,
  indexes: readonly number[],
  cosignaturesMin: number,
): Promise<ReadonlyMap<number, string>> {
  if (indexes.length === 0) return new Map();
  const { rows } = await sql<{ leaf_index: string; note: string }>`
    select wanted.leaf_index, c.note || signed.lines as note
      from unnest(${indexes}::bigint[]) as wanted (leaf_index)
     cross join lateral (
            select size, string_agg(line, '' order by witness) as lines from cosignature
             where size <= wanted.leaf_index group by size having count(*) >= ${cosignaturesMin}
             order by size desc limit 1) signed
      join checkpoint c using (size)`.execute(db);
  return new Map(rows.map(({ leaf_index, note }) => [Number(leaf_index), note]));
}

async function withCosignatures(db: Kysely<Tables>, size: string | null | undefined) {
  if (size === null || size === undefined) return undefined;
  const { rows } = await sql<{ note: string; published_at: Date }>`
    select c.published_at,
           c.note || coalesce((select string_agg(line, '' order by witness) from cosignature s
                                where s.size = c.size), '') as note
      from checkpoint c where c.size = ${size}::bigint and c.published_at is not null`.execute(db);
  return rows[0] && { ...rows[0], size: Number(size) };
}

export async function publish(db: Kysely<Tables>, size: number, now: Date): Promise<void> {
  await db
    .updateTable('checkpoint')
    .set({ published_at: now })
    .where('size', '=', sql<string>`${size}::bigint`)
    .where('published_at', 'is', null)
    .execute();
}

/**
 * Deletes checkpoints that were signed before; the newest 100 stay, and of each hour the last one that at
 * least so many have cosigned.
 */
export async function deleteCheckpoints(
  db: Kysely<Tables>,
  { before, cosignaturesMin }: { before: Date; cosignaturesMin: number },
): Promise<void> {
  await sql`
    delete from checkpoint where signed_at < ${before}
       and size < (select min(size) from (select size from checkpoint order by size desc limit 100) kept)
       and size not in (
             select max(c.size) from checkpoint c
              where c.signed_at < ${before}
                and (select count(*) from cosignature s where s.size = c.size) >= ${cosignaturesMin}
              group by date_trunc('hour', c.signed_at))`.execute(db);
}

export async function deleteAllCheckpoints(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('checkpoint').execute();
}
