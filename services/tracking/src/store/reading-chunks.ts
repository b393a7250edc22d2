/** Reading chunks: encoded readings, partitioned by UTC day. */
import { type Kysely, sql } from 'kysely';
import {
  hourStart,
  type ReadingChunk,
  sequencesPerChunk,
} from '../domain/telemetry/reading-chunks.ts';
import { decodeReadings, type StoredReading } from '../domain/telemetry/reading-encoding.ts';
import { column } from './binary-arrays.ts';
import type { Tables } from './schema.ts';

/** Creates the partition of a day, `YYYY-MM-DD`, if it is missing; true if it was. */
export async function createPartition(db: Kysely<Tables>, day: string): Promise<boolean> {
  const { rows } = await sql<{ created: boolean }>`
    select create_reading_partition(${day}::date) as created`.execute(db);
  return rows[0]?.created ?? false;
}

/** Drops the oldest day before this one; false when there is none. */
export async function dropPartition(db: Kysely<Tables>, before: string): Promise<boolean> {
  const { rows } = await sql<{ dropped: boolean }>`
    select drop_reading_partition(${before}::date) as dropped`.execute(db);
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
