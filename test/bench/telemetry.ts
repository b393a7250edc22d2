/** (g) signed batches of telemetry over HTTP against bare COPY by a client, with and without history. */
import { createHmac } from 'node:crypto';
import { loadavg } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { createDatabase, until } from '@svc/devnet';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Agent, request } from 'undici';
import type { BenchStack } from './bench-stack.ts';
import { cpuByPart, cpuPerRequest, type Parts } from './cpu.ts';
import { percent, print } from './print.ts';
import { type Fleet, fillHistory, placeOf, registerFleet, vehicles } from './telemetry-fleet.ts';
import { readTimes } from './telemetry-reads.ts';

const perBatch = 500;
const lanes = 6;
const seconds = 8;
/** Time for every page that batches write to be written once since the last checkpoint. */
const warmUpSeconds = 10;

/** Rows of the past, e.g. `SVC_BENCH_ROWS=50000000`. */
const history = Number(process.env.SVC_BENCH_ROWS ?? 2_000_000);

export async function benchTelemetry(stack: BenchStack): Promise<void> {
  const { pid } = await stack.processes.start('tracking');
  const parts = { ...stack.parts, tracking: pid };
  const owner = new pg.Pool({ connectionString: stack.settings.postgresUrl, max: 2 });
  const fleet = await registerFleet(stack, owner);
  const load = { parts, send: sender(stack, fleet), settled: () => putAway(owner) };
  await forSeconds(warmUpSeconds, load);
  const empty = await forSeconds(seconds, load);
  const floor = await bareCopy(stack, lanes);
  const single = await bareCopy(stack, 1);
  const today = await sizeOf(owner);
  const filled = await fillHistory(owner, history);
  await forSeconds(warmUpSeconds, load);
  const full = await forSeconds(seconds, load);
  const reads = await readTimes(stack, owner);
  await owner.end();
  print(`(g) telemetry: ${vehicles} vehicles, batches of ${perBatch}, ${lanes} at a time`, [
    [`floor: COPY FROM STDIN into one table, ${lanes} clients`, rate(floor)],
    ['the same, one client', rate(single)],
    ['taken over HTTP, committed', rate(empty)],
    ['  until all was put away', `${empty.settledMs.toFixed(0)} ms after the last answer`],
    ['ratio (aim >= 0.25)', percent(empty.perSecond, floor.perSecond)],
    ...empty.cpu,
    ['  cpu: floor, all together', `${floor.cpuMs.toFixed(2)} ms each`],
    ['  cpu: ours, all together', `${empty.cpuMs.toFixed(2)} ms each`],
    [`with ${filled} readings of the days before`, rate(full)],
    ['  cpu: ours, all together', `${full.cpuMs.toFixed(2)} ms each`],
    ['history / none (aim: 1)', percent(full.perSecond, empty.perSecond)],
    ...today,
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

/** Of what was taken: on disk with its indexes, and packed together. */
async function sizeOf(owner: pg.Pool): Promise<[string, string][]> {
  const { rows } = await owner.query<{ bytes: string; together: string }>(
    `select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits
              where inhparent = 'tracking.reading_run'::regclass) / sum(length(readings) / 45) as bytes,
            avg(length(readings) / 45) as together
       from tracking.reading_run`,
  );
  const [{ bytes, together } = { bytes: '', together: '' }] = rows;
  return [
    ['a reading with its indexes', `${Number(bytes).toFixed(0)} bytes`],
    ['readings in a run', Number(together).toFixed(1)],
  ];
}

/** Nothing that was taken waits any more. */
const putAway = (owner: pg.Pool): Promise<unknown> =>
  until(
    async () => {
      const { rowCount } = await owner.query('select from tracking.waiting_batch limit 1');
      return rowCount === 0;
    },
    { timeoutMs: 60_000, everyMs: 20, what: 'the readings to be put away' },
  );

interface Load {
  /** Whose processor time counts. */
  parts: Parts;
  send: () => Promise<number>;
  /** What has to be done before a reading counts. */
  settled: () => Promise<unknown>;
}
interface Measure {
  perSecond: number;
  settledMs: number;
  /** Of a batch, by part and together. */
  cpu: [string, string][];
  cpuMs: number;
}
const rate = ({ perSecond }: Measure): string => `${perSecond.toFixed(0)} readings/s`;

/** What so many senders at a time got through, until all of it is settled. */
async function forSeconds(
  duration: number,
  { parts, send, settled }: Load,
  senders = lanes,
): Promise<Measure> {
  const before = cpuByPart(parts);
  const started = performance.now();
  const end = started + duration * 1_000;
  let taken = 0;
  const lane = async () => {
    while (performance.now() < end) {
      const sent = await send();
      taken += sent;
    }
  };
  await Promise.all(Array.from({ length: senders }, lane));
  const answered = performance.now();
  await settled();
  const ended = performance.now();
  const after = cpuByPart(parts);
  const batches = taken / perBatch;
  const cpuMs = Object.entries(after).map(([part, ms]) => ms - (before[part] ?? 0));
  return {
    perSecond: taken / ((ended - started) / 1_000),
    settledMs: ended - answered,
    cpu: cpuPerRequest(before, after, batches),
    cpuMs: cpuMs.reduce((sum, ms) => sum + ms, 0) / batches,
  };
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

/** The same rows by COPY … FROM STDIN over so many connections, each batch committed: no index, no check. */
async function bareCopy({ adminUrl, parts }: BenchStack, clients: number): Promise<Measure> {
  const url = await createDatabase(adminUrl, `bench_copy_${clients}`);
  const pool = new pg.Pool({ connectionString: url, max: clients });
  await pool.query(`create table bare (at timestamptz not null, seq bigint not null,
    feed_no integer not null, vehicle_no integer not null, temperature_mc integer, lat_e6 integer,
    lng_e6 integer, speed_kmh real, calibrated_until date, late boolean not null)`);
  let batch = 0;
  const send = async () => {
    const client = await pool.connect();
    await pipeline([copyRows(batch++)], client.query(copyFrom('copy bare from stdin')));
    client.release();
    return perBatch;
  };
  const { postgres, 'load generator': client } = parts;
  const load = { parts: { postgres, client }, send, settled: async () => undefined };
  await forSeconds(warmUpSeconds / 2, load, clients);
  const measured = await forSeconds(seconds, load, clients);
  await pool.end();
  return measured;
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
