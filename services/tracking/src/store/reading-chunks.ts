/**
 * Reading chunks: the packed store of readings, partitioned by UTC day. Four operations: insert,
 * look up by number, compact, maintain partitions. Traces and evaluations join the table themselves
 * (`traces.ts`, `job-evaluations.ts`).
 */
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

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The UTC day in whose partition a reading is stored, `YYYY-MM-DD`. */
const partitionDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Creates the partition of this moment's day, if it is missing; true if it was. */
async function createPartition(db: Kysely<Tables>, at: Date): Promise<boolean> {
  const { rows } = await sql<{ created: boolean }>`
    select create_reading_partition(${partitionDay(at)}::date) as created`.execute(db);
  return rows[0]?.created ?? false;
}

interface PartitionRange {
  now: Date;
  /** Partitions created ahead, in days. */
  daysAhead: number;
  /** The oldest reading that is kept. */
  oldest: Date;
}

/** Creates the next days, and drops one day that is past the retention; true if it did. */
export async function maintainPartitions(
  db: Kysely<Tables>,
  { now, daysAhead, oldest }: PartitionRange,
): Promise<boolean> {
  for (let days = 0; days <= daysAhead; days += 1) {
    await createPartition(db, new Date(now.getTime() + days * dayMs));
  }
  const { rows } = await sql<{ dropped: boolean }>`
    select drop_reading_partition(${partitionDay(oldest)}::date) as dropped`.execute(db);
  return rows[0]?.dropped ?? false;
}

/**
 * False if a partition was missing. It is then to be committed alone, and the insert repeated:
 * creating it locks out all readers of the table, which must not wait for the rest of a flush.
 */
export async function insertChunks(
  db: Kysely<Tables>,
  chunks: readonly ReadingChunk[],
): Promise<boolean> {
  // Days as integers: formatting a date for each chunk is slow.
  const days = new Map(chunks.map(({ from }) => [Math.floor(from.getTime() / dayMs), from]));
  let isMissing = false;
  for (const from of days.values()) {
    isMissing = (await createPartition(db, from)) || isMissing;
  }
  if (isMissing) return false;
  await sql`
    insert into reading_chunk (feed_no, vehicle_no, from_at, to_at, from_seq, readings)
    select * from unnest(${column('int4', chunks, ({ feed_no }) => feed_no)},
                         ${column('int4', chunks, ({ vehicle_no }) => vehicle_no)},
                         ${column('timestamptz', chunks, ({ from }) => from)},
                         ${column('timestamptz', chunks, ({ to }) => to)},
                         ${column('int8', chunks, ({ from_seq }) => from_seq)},
                         ${column('bytea', chunks, ({ readings }) => readings)})`.execute(db);
  return true;
}

/** A number of a feed, and when its reading was. */
export type SequenceKey = Pick<StoredReading, 'feed_no' | 'seq' | 'atMs'>;

const hundredStart = ({ seq }: SequenceKey): number => seq - (seq % sequencesPerChunk);
const hourOf = ({ atMs }: SequenceKey): Date => hourStart(new Date(atMs));

/**
 * The readings of all chunks that may hold one of these numbers: of the same hour, which an index
 * finds at once, or of any day, as a number that comes again with another time is a duplicate too.
 */
export async function listChunkReadings(
  db: Kysely<Tables>,
  wanted: readonly SequenceKey[],
  within: 'hour' | 'retention',
): Promise<StoredReading[]> {
  const inHour =
    within === 'hour' ? sql`and r.from_at >= w.at and r.from_at < w.at + interval '1 hour'` : sql``;
  const hours = within === 'hour' ? sql`, ${column('timestamptz', wanted, hourOf)}` : sql``;
  const { rows } = await sql<{ readings: Buffer }>`
    select r.readings
      from (select distinct * from unnest(${column('int4', wanted, ({ feed_no }) => feed_no)},
                                          ${column('int8', wanted, hundredStart)}${hours}))
             as w (no, seq${within === 'hour' ? sql`, at` : sql``})
      join reading_chunk r on r.feed_no = w.no
       and r.from_seq >= w.seq and r.from_seq < w.seq + ${sequencesPerChunk} ${inHour}`.execute(db);
  return rows.flatMap(({ readings }) => decodeReadings(readings));
}

/**
 * One step of the compaction: merges the chunks of the next vehicles in the oldest past hour that is
 * not through, as many small ones take five times the space. False when all past hours are.
 */
export async function compactChunks(
  db: Kysely<Tables>,
  { now, vehiclesMax }: { now: Date; vehiclesMax: number },
): Promise<boolean> {
  const done = await db.selectFrom('compaction').selectAll().forUpdate().executeTakeFirstOrThrow();
  if (done.hour.getTime() >= hourStart(now).getTime()) return false;
  const vehicles = await db
    .selectFrom('vehicle')
    .select('no')
    .where('no', '>', done.vehicle_no)
    .orderBy('no')
    .limit(vehiclesMax)
    .execute();
  const last = vehicles.at(-1)?.no;
  if (last !== undefined) await mergeChunks(db, done, last);
  const next =
    last === undefined
      ? { hour: new Date(done.hour.getTime() + hourMs), vehicle_no: 0 }
      : { hour: done.hour, vehicle_no: last };
  await db.updateTable('compaction').set(next).execute();
  return true;
}

/** Of the vehicles after this one up to another, with no reading lost or seen twice meanwhile. */
async function mergeChunks(
  db: Kysely<Tables>,
  { hour, vehicle_no }: { hour: Date; vehicle_no: number },
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
