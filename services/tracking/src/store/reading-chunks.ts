/** Reading chunks: encoded readings, partitioned by UTC day; compacted once their hour is past. */
import { type Kysely, sql } from 'kysely';
import {
  decodeReadings,
  hourStart,
  type ReadingChunk,
  type StoredReading,
  sequencesPerChunk,
} from '../domain/telemetry/reading-chunks.ts';
import { column } from './binary-arrays.ts';
import type { Tables } from './schema.ts';

/** The UTC day in whose partition a reading is stored, `YYYY-MM-DD`. */
const partitionDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Creates the partition of this moment's day, if it is missing; true if it was. */
export async function createPartition(db: Kysely<Tables>, at: Date): Promise<boolean> {
  const { rows } = await sql<{ created: boolean }>`
    select create_reading_partition(${partitionDay(at)}::date) as created`.execute(db);
  return rows[0]?.created ?? false;
}

/** Drops the oldest day before that of this moment; false when there is none. */
export async function dropPartition(db: Kysely<Tables>, before: Date): Promise<boolean> {
  const { rows } = await sql<{ dropped: boolean }>`
    select drop_reading_partition(${partitionDay(before)}::date) as dropped`.execute(db);
  return rows[0]?.dropped ?? false;
}

export async function insertChunks(
  db: Kysely<Tables>,
  chunks: readonly ReadingChunk[],
): Promise<void> {
  await sql`
    insert into reading_chunk (feed_no, vehicle_no, from_at, to_at, from_seq, readings)
    select * from unnest(${column('int4', chunks, ({ feed_no }) => feed_no)},
                         ${column('int4', chunks, ({ vehicle_no }) => vehicle_no)},
                         ${column('timestamptz', chunks, ({ from }) => from)},
                         ${column('timestamptz', chunks, ({ to }) => to)},
                         ${column('int8', chunks, ({ from_seq }) => from_seq)},
                         ${column('bytea', chunks, ({ readings }) => readings)})`.execute(db);
}

/** A number of a feed, and when its reading was. */
export type SequenceKey = Pick<StoredReading, 'feed_no' | 'seq' | 'atMs'>;

const hundredStart = ({ seq }: SequenceKey): number => seq - (seq % sequencesPerChunk);
const hourOf = ({ atMs }: SequenceKey): Date => hourStart(new Date(atMs));

/** The readings of all chunks that may hold one of these numbers in the same hour. */
export async function listReadingsOfSameHour(
  db: Kysely<Tables>,
  wanted: readonly SequenceKey[],
): Promise<StoredReading[]> {
  const { rows } = await sql<{ readings: Buffer }>`
    select r.readings
      from (select distinct * from unnest(${column('int4', wanted, ({ feed_no }) => feed_no)},
                                          ${column('int8', wanted, hundredStart)},
                                          ${column('timestamptz', wanted, hourOf)})) as w (no, seq, at)
      join reading_chunk r on r.feed_no = w.no
       and r.from_seq >= w.seq and r.from_seq < w.seq + ${sequencesPerChunk}
       and r.from_at >= w.at and r.from_at < w.at + interval '1 hour'`.execute(db);
  return rows.flatMap(({ readings }) => decodeReadings(readings));
}

/** The same on any day: a number that comes again with another time is a duplicate too. */
export async function listReadingsOfAnyDay(
  db: Kysely<Tables>,
  wanted: readonly SequenceKey[],
): Promise<StoredReading[]> {
  const { rows } = await sql<{ readings: Buffer }>`
    select r.readings
      from (select distinct * from unnest(${column('int4', wanted, ({ feed_no }) => feed_no)},
                                          ${column('int8', wanted, hundredStart)})) as w (no, seq)
      join reading_chunk r on r.feed_no = w.no
       and r.from_seq >= w.seq and r.from_seq < w.seq + ${sequencesPerChunk}`.execute(db);
  return rows.flatMap(({ readings }) => decodeReadings(readings));
}

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

/**
 * Compaction: merges the chunks of a past hour, as many small ones take five times the space. Of the
 * vehicles after this one up to another, with no reading lost or seen twice meanwhile.
 */
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
