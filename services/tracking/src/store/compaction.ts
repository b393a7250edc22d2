/** Compaction: merges the chunks of a past hour, as many small ones take five times the space. */
import { type Kysely, sql } from 'kysely';
import { sequencesPerChunk } from '../domain/telemetry/reading-chunks.ts';
import type { Tables } from './schema.ts';

export interface CompactionProgress {
  hour: Date;
  /** Of the vehicles that are through. */
  vehicle_no: number;
}

export const lockCompaction = (db: Kysely<Tables>): Promise<CompactionProgress> =>
  db.selectFrom('compaction').selectAll().forUpdate().executeTakeFirstOrThrow();

export async function saveCompaction(
  db: Kysely<Tables>,
  joined: CompactionProgress,
): Promise<void> {
  await db.updateTable('compaction').set(joined).execute();
}

/** The last of the next vehicles; undefined when there are no more. */
export async function findLastOfNextVehicles(
  db: Kysely<Tables>,
  { vehicle_no }: CompactionProgress,
  max: number,
): Promise<number | undefined> {
  const next = await db
    .selectFrom('vehicle')
    .select('no')
    .where('no', '>', vehicle_no)
    .orderBy('no')
    .limit(max)
    .execute();
  return next.at(-1)?.no;
}

/** Of the vehicles after this one up to another, with no reading lost or seen twice meanwhile. */
export async function compactChunks(
  db: Kysely<Tables>,
  { hour, vehicle_no }: CompactionProgress,
  last: number,
): Promise<void> {
  await sql`
    with small as (
      delete from reading_chunk
       where from_at >= ${hour} and from_at < ${hour}::timestamptz + interval '1 hour'
         and vehicle_no > ${vehicle_no} and vehicle_no <= ${last}
      returning *
    )
    insert into reading_chunk (feed_no, vehicle_no, from_at, to_at, from_seq, readings)
    select feed_no, vehicle_no, min(from_at), max(to_at), min(from_seq),
           string_agg(readings, '' order by from_at)
      from small
     group by feed_no, vehicle_no, from_seq / ${sql.lit(sequencesPerChunk)}`.execute(db);
}
