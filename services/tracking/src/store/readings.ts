/**
 * Readings: a row each, partitioned by UTC day. Those of days before rows came are chunks; functions
 * of `migrations/0013-plain-readings.sql` read both. Traces and evaluations join them themselves
 * (`traces.ts`, `job-evaluations.ts`).
 */
import { type Kysely, sql } from 'kysely';
import type { StoredReading } from '../domain/telemetry/stored-reading.ts';
import type { Tables } from './schema.ts';

const dayMs = 24 * 3_600_000;

/** The UTC day in whose partition a reading is stored, `YYYY-MM-DD`. */
const partitionDay = (at: Date): string => at.toISOString().slice(0, 10);

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
  const { rows } = await sql<{ dropped: boolean }>`
    with created as materialized (
      select create_reading_partition(${partitionDay(now)}::date + n)
        from generate_series(0, ${daysAhead}::integer) n)
    select drop_reading_partition(${partitionDay(oldest)}::date) as dropped
      from (select count(*) from created) c`.execute(db);
  return rows[0]?.dropped ?? false;
}

/**
 * Creates the partitions of these times that are missing, and locks out all readers until the end.
 * So it comes after the lock of the feeds, and before the table is read: else two would deadlock.
 */
export async function createPartitions(db: Kysely<Tables>, times: readonly Date[]): Promise<void> {
  const days = [...new Set(times.map((at) => Math.floor(at.getTime() / dayMs)))];
  await sql`
    select create_reading_partition('1970-01-01'::date + day)
      from unnest(${days}::integer[]) day`.execute(db);
}

/** Ends the lease of a process of the version before; true if batches of it are pending. */
export async function endEarlierLease(db: Kysely<Tables>, providerId: string): Promise<boolean> {
  const { rows } = await sql<{ isPending: boolean }>`
    select end_lease(${providerId}) as "isPending"`.execute(db);
  return rows[0]?.isPending ?? false;
}

export async function insertReadings(
  db: Kysely<Tables>,
  readings: readonly StoredReading[],
): Promise<void> {
  await sql`
    insert into reading
    select * from json_populate_recordset(null::reading, ${JSON.stringify(readings)})`.execute(db);
}

/** Those of these numbers that are stored, with times within their own times or with any. */
export async function listStoredReadings(
  db: Kysely<Tables>,
  numbers: readonly Pick<StoredReading, 'feed_no' | 'seq' | 'at'>[],
  within: 'own times' | 'retention',
): Promise<StoredReading[]> {
  const times = numbers.map(({ at }) => at.getTime());
  const [first, last] =
    within === 'retention'
      ? ['-infinity', 'infinity']
      : [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const feedNos = numbers.map(({ feed_no }) => feed_no);
  const seqs = numbers.map(({ seq }) => seq);
  const { rows } = await sql<StoredReading>`
    select ${storedColumns}
      from numbered_readings(${feedNos}::integer[], ${seqs}::bigint[], ${first}, ${last})`.execute(
    db,
  );
  return rows;
}

export const storedColumns = sql`at, seq::float8, feed_no, vehicle_no, temperature_mc, lat_e6,
  lng_e6, speed_mh, calibrated_until::text, late, bad_fix`;
