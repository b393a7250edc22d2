/** (g) signed batches of telemetry over HTTP against bare COPY by a client, with and without history. */
import { createHmac } from 'node:crypto';
import { loadavg } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { createDatabase } from '@svc/devnet';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Agent, request } from 'undici';
import type { BenchStack } from './bench-stack.ts';
import { cpuByPart, cpuPerRequest } from './cpu.ts';
import { percent, print } from './print.ts';
import { type Fleet, fillHistory, placeOf, registerFleet, vehicles } from './telemetry-fleet.ts';
import { readTimes } from './telemetry-reads.ts';

const perBatch = 500;
const lanes = 6;
const seconds = 8;
/** Time for every page that batches write to be written once since the last checkpoint. */
const warmUpSeconds = 5;

/** Rows of the past, e.g. `SVC_BENCH_ROWS=50000000`. */
const history = Number(process.env.SVC_BENCH_ROWS ?? 2_000_000);

export async function benchTelemetry(stack: BenchStack): Promise<void> {
  const { pid } = await stack.processes.start('tracking');
  const parts = { ...stack.parts, tracking: pid };
  const owner = new pg.Pool({ connectionString: stack.settings.postgresUrl, max: 2 });
  const fleet = await registerFleet(stack, owner);
  const send = sender(stack, fleet);
  await forSeconds(warmUpSeconds, send);
  const before = cpuByPart(parts);
  const empty = await forSeconds(seconds, send);
  const cpu = cpuPerRequest(before, cpuByPart(parts), (empty * seconds) / perBatch);
  const floor = await bareCopy(stack);
  const filled = await fillHistory(owner, history);
  await forSeconds(warmUpSeconds, send);
  const full = await forSeconds(seconds, send);
  const reads = await readTimes(stack, owner);
  const size = await bytesEach(owner);
  await owner.end();
  print(`(g) telemetry: ${vehicles} vehicles, batches of ${perBatch}, ${lanes} at a time`, [
    [`floor: COPY FROM STDIN into one table, ${lanes} clients`, `${floor.toFixed(0)} readings/s`],
    ['taken over HTTP, committed', `${empty.toFixed(0)} readings/s`],
    ['ratio (aim >= 0.25)', percent(empty, floor)],
    ...cpu,
    [`with ${filled} rows of the days before`, `${full.toFixed(0)} readings/s`],
    ['history / none (aim: 1)', percent(full, empty)],
    ['a reading with its indexes', size],
    ...reads,
    ['aim for each', '<= 20 ms'],
    [
      'load average',
      loadavg()
        .map((n) => n.toFixed(1))
        .join(' '),
    ],
  ]);
}

/** On disk, over all days. */
async function bytesEach(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query<{ bytes: string }>(
    `select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits
              where inhparent = 'tracking.reading'::regclass)
            / (select count(*) from tracking.reading) as bytes`,
  );
  return `${Number(rows[0]?.bytes).toFixed(0)} bytes`;
}

/** Readings a second that so many senders at a time got through. */
async function forSeconds(duration: number, send: () => Promise<number>): Promise<number> {
  const started = performance.now();
  const end = started + duration * 1_000;
  let taken = 0;
  const lane = async () => {
    while (performance.now() < end) {
      const sent = await send();
      taken += sent;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return taken / ((performance.now() - started) / 1_000);
}

/** Each batch speaks of the next 500 vehicles; whoever comes round again has a higher number. */
function sender({ url }: BenchStack, { secret, authorization }: Fleet) {
  const dispatcher = new Agent({ connections: lanes });
  let batch = 0;
  return async (): Promise<number> => {
    const mine = batch++;
    const body = JSON.stringify({ readings: readingsOf(mine) });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const hmac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const headers = {
      authorization,
      'content-type': 'application/json',
      'svc-timestamp': timestamp,
      'svc-signature': `v1=${hmac}`,
    };
    const target = `${url}/telemetry/fleet`;
    const answer = await request(target, { method: 'POST', headers, body, dispatcher });
    const text = await answer.body.text();
    if (answer.statusCode !== 202 || JSON.parse(text).accepted !== perBatch) {
      throw new Error(`${answer.statusCode}: ${text.slice(0, 300)}`);
    }
    return perBatch;
  };
}

function readingsOf(batch: number) {
  const first = (batch * perBatch) % vehicles;
  const round = Math.floor((batch * perBatch) / vehicles);
  const at = new Date().toISOString();
  return Array.from({ length: perBatch }, (_, n) => ({
    device_id: `TR-${first + n}`,
    seq: round,
    at,
    position: placeOf(first + n, round),
    speed_kmh: 30 + (n % 50),
    temperature_c: 4 + (n % 30) / 10,
    calibrated_until: '2030-06-30',
  }));
}

/** The same rows by COPY … FROM STDIN over a connection a lane, each batch committed: no index, no check. */
async function bareCopy({ adminUrl }: BenchStack): Promise<number> {
  const url = await createDatabase(adminUrl, 'bench_copy');
  const pool = new pg.Pool({ connectionString: url, max: lanes });
  await pool.query(`create table bare (at timestamptz not null, seq bigint not null,
    feed_no integer not null, vehicle_no integer not null, temperature_mc integer, lat_e6 integer,
    lng_e6 integer, speed_kmh real, calibrated_until date, late boolean not null)`);
  let batch = 0;
  const copy = async () => {
    const client = await pool.connect();
    await pipeline([copyRows(batch++)], client.query(copyFrom('copy bare from stdin')));
    client.release();
    return perBatch;
  };
  await forSeconds(warmUpSeconds / 2, copy);
  const perSecond = await forSeconds(seconds, copy);
  await pool.end();
  return perSecond;
}

const copyRows = (batch: number): string =>
  readingsOf(batch)
    .map(({ at, seq, position, speed_kmh, temperature_c, calibrated_until }, n) =>
      [
        ...[at, seq, n, n, Math.round(temperature_c * 1_000)],
        ...[Math.round(position.lat * 1e6), Math.round(position.lng * 1e6)],
        ...[speed_kmh, calibrated_until, 'f'],
      ].join('\t'),
    )
    .join('\n')
    .concat('\n');
