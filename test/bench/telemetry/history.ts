/** Readings of the past, written as the service stores them. */
import type pg from 'pg';

/** So many readings of each device, each so long after the one before. */
interface Past {
  from: Date;
  everyMs: number;
  readings: number;
  /** The first number. */
  seq: number;
  /** A pattern of devices. */
  devices: string;
}

/** Resolves to how many readings were added. */
export async function addReadings(owner: pg.Pool, past: Past): Promise<number> {
  const { from, everyMs, readings, seq, devices } = past;
  await owner.query(
    `select tracking.create_reading_partition(day::date)
       from generate_series($1::timestamptz::date, $1::timestamptz + $2 * interval '1 ms', '1 day') day`,
    [from, everyMs * readings],
  );
  const { rowCount } = await owner.query(
    `insert into tracking.reading
     select $1::timestamptz + n * $2 * interval '1 ms', $4::bigint + n, f.no, f.vehicle_no,
            4000 + n % 3000, -26200000, 28000000, 40000, '2030-06-30', false, false
       from generate_series(0, $3::int - 1) n cross join tracking.feed f
      where f.device_id ~ $5`,
    [from, everyMs, readings, seq, devices],
  );
  return rowCount ?? 0;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const minutesMax = 10;

/**
 * Day by day into the past from yesterday, one reading a minute of each device; as many as were asked
 * for, or as fit in ten minutes.
 */
export async function fillHistory(
  owner: pg.Pool,
  { rows, perDay }: { rows: number; perDay: number },
): Promise<number> {
  const deadline = performance.now() + minutesMax * minuteMs;
  const midnight = Math.floor(Date.now() / dayMs) * dayMs;
  let filled = 0;
  for (let day = 1; filled < rows && performance.now() < deadline; day += 1) {
    filled += await addReadings(owner, {
      ...{ from: new Date(midnight - day * dayMs), everyMs: minuteMs, devices: '^TR-' },
      ...{ readings: perDay, seq: 10 ** 12 + day * 10_000 },
    });
  }
  await owner.query('vacuum analyze tracking.reading');
  await owner.query('checkpoint');
  return filled;
}
