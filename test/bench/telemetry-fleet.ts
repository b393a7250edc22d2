/** Ten thousand vehicles, a device in each, a provider that speaks for all of them, and a past. */
import { jobs, tracking } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import type pg from 'pg';
import { type BenchStack, fetchToken } from './bench-stack.ts';

export const vehicles = 10_000;
const carrier = 'ten_operator';

export interface Fleet {
  secret: string;
  authorization: string;
}

export const asCarrier = ({ processes }: BenchStack) =>
  createClients({ jobs, tracking }, processes.client.broker, {
    tenant: carrier,
    actor: 'bench',
    requestId: 'bench',
  });

export async function registerFleet(
  stack: BenchStack,
  owner: pg.Pool,
  count = vehicles,
): Promise<Fleet> {
  await owner.query(
    `insert into tracking.vehicle (tenant_id, id, registration, created_at)
     select $1, 'veh_' || n, 'BN ' || n, now() from generate_series(0, $2::int - 1) n`,
    [carrier, count],
  );
  await owner.query(
    `insert into tracking.device (tenant_id, id, device_id, vehicle_id, created_at)
     select tenant_id, replace(id, 'veh_', 'dev_'), replace(id, 'veh_', 'TR-'), id, created_at
       from tracking.vehicle where tenant_id = $1 and id ~ '^veh_[0-9]{1,5}$'`,
    [carrier],
  );
  await owner.query('analyze tracking.vehicle, tracking.device');
  const made = await asCarrier(stack).tracking.createTelemetryProvider({ name: 'Bench' });
  const token = await fetchToken(stack.url.replace(/\/v1$/, ''), made);
  return { secret: made.secret, authorization: `Bearer ${token}` };
}

/** Somewhere around Johannesburg, and moving. */
export const placeOf = (vehicle: number, round: number) => ({
  lat: -26.3 + (vehicle % 100) / 500 + (round % 100) / 50_000,
  lng: 27.9 + Math.floor(vehicle / 100) / 500,
});

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

/** Answers how many readings there are. */
export async function addRuns(owner: pg.Pool, past: Past): Promise<number> {
  const { from, everyMs, runs, perRun, seq, devices } = past;
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
const runsPerDay = 20;
const perRun = 10;
const minutesMax = 10;

/**
 * Day by day into the past from yesterday, one reading a minute of each device, in runs as long as
 * those of the load; as many as were asked for, or as fit in ten minutes.
 */
export async function fillHistory(owner: pg.Pool, rows: number): Promise<number> {
  const deadline = performance.now() + minutesMax * minuteMs;
  const midnight = Math.floor(Date.now() / dayMs) * dayMs;
  let filled = 0;
  for (let day = 1; filled < rows && performance.now() < deadline; day += 1) {
    const from = new Date(midnight - day * dayMs);
    await owner.query('select tracking.create_reading_partition($1::date)', [
      from.toISOString().slice(0, 10),
    ]);
    filled += await addRuns(owner, {
      from,
      everyMs: minuteMs,
      runs: runsPerDay,
      perRun,
      seq: 10 ** 12 + day * 10_000,
      devices: '^TR-',
    });
  }
  await owner.query('vacuum analyze tracking.reading_chunk');
  await owner.query('checkpoint');
  return filled;
}
