/** Readings of the past, written as the service packs them. */
import type pg from 'pg';

/** A chunk as the service encodes it (`domain/telemetry/reading-chunks.ts`): SQL over its readings' moments. */
const packed = `string_agg(int4send(f.no) || int4send(f.vehicle_no)
  || int8send((extract(epoch from at) * 1000)::bigint) || int8send(seq)
  || int4send((4000 + seq % 3000)::integer) || int4send(-26200000) || int4send(28000000)
  || int4send(40000) || int4send('2030-06-30'::date - '1970-01-01'::date) || '\\x00', '')`;

/** So many readings of a device, each so long after the one before, `perRun` of them packed together. */
interface Past {
  from: Date;
  everyMs: number;
  runs: number;
  perRun: number;
  /** The first number. */
  seq: number;
  /** A pattern of devices. */
  devices: string;
}

/** Resolves to how many readings were added. */
export async function addRuns(owner: pg.Pool, past: Past): Promise<number> {
  const { from, everyMs, runs, perRun, seq, devices } = past;
  await owner.query(
    `select tracking.create_reading_partition(day::date)
       from generate_series($1::timestamptz::date, $1::timestamptz + $2 * interval '1 ms', '1 day') day`,
    [from, everyMs * runs * perRun],
  );
  const { rowCount } = await owner.query(
    `insert into tracking.reading_chunk (feed_no, vehicle_no, from_at, to_at, from_seq, readings)
     select f.no, f.vehicle_no, p.*
       from generate_series(0, $3::int - 1) run
       cross join tracking.feed f
       cross join lateral (
         select min(at), max(at), min(seq), ${packed}
           from generate_series(run * $4::int, run * $4::int + $4::int - 1) n
           cross join lateral (
             select $1::timestamptz + n * $2 * interval '1 ms' as at, $5::bigint + n as seq) r) p
      where f.device_id ~ $6`,
    [from, everyMs, runs, perRun, seq, devices],
  );
  return (rowCount ?? 0) * perRun;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const minutesMax = 10;

/**
 * Day by day into the past from yesterday, one reading a minute of each device, in runs as long as
 * those of the load; as many as were asked for, or as fit in ten minutes.
 */
export async function fillHistory(
  owner: pg.Pool,
  { rows, runsPerDay }: { rows: number; runsPerDay: number },
): Promise<number> {
  const deadline = performance.now() + minutesMax * minuteMs;
  const midnight = Math.floor(Date.now() / dayMs) * dayMs;
  let filled = 0;
  for (let day = 1; filled < rows && performance.now() < deadline; day += 1) {
    filled += await addRuns(owner, {
      ...{ from: new Date(midnight - day * dayMs), everyMs: minuteMs, devices: '^TR-' },
      ...{ runs: runsPerDay, perRun: 10, seq: 10 ** 12 + day * 10_000 },
    });
  }
  await owner.query('vacuum analyze tracking.reading_chunk');
  await owner.query('checkpoint');
  return filled;
}
