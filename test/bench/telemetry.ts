/** (g) signed batches of telemetry over HTTP against bare COPY by a client, with and without history. */
import { createHmac } from 'node:crypto';
import { loadavg } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase, until } from '@svc/devnet';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Agent, request } from 'undici';
import type { BenchStack } from './bench-stack.ts';
import { ownerPool } from './database.ts';
import { percent, print } from './print.ts';
import { counted, sized } from './size.ts';
import { type Fleet, fillHistory, placeOf, registerFleet, vehicles } from './telemetry-fleet.ts';
import {
  cpuLines,
  cpuPerBatch,
  forSeconds,
  inTurns,
  type Load,
  lanes,
  type Measure,
  perBatch,
  readingsPerSecond,
} from './telemetry-load.ts';
import { readTimes } from './telemetry-reads.ts';

const turns = sized({ small: 1, usual: 3 });
const secondsEach = sized({ small: 1, usual: 6 });
/** Time for every page that batches write to be written once since the last checkpoint. */
const warmUpSeconds = sized({ small: 1, usual: 10 });

/** Readings of the past, e.g. `SVC_BENCH_ROWS=50000000`. */
const history = counted('SVC_BENCH_ROWS', { small: 20_000, usual: 2_000_000 });

export async function benchTelemetry(stack: BenchStack): Promise<void> {
  const { pid } = await stack.processes.start('tracking');
  const parts = { ...stack.parts, tracking: pid };
  const owner = ownerPool(stack.settings.postgresUrl);
  const fleet = await registerFleet(stack, owner);
  const load = { parts, send: sender(stack, fleet), settled: () => putAway(owner) };
  const copy = await bareCopy(stack);
  await forSeconds(warmUpSeconds, load);
  const measure = () =>
    inTurns(turns, [
      () => forSeconds(secondsEach, load),
      () => forSeconds(secondsEach, copy.load),
      () => forSeconds(secondsEach, copy.load, 1),
    ]);
  const without = await measure();
  const today = await sizeOf(owner);
  const filled = await fillHistory(owner, history);
  await forSeconds(warmUpSeconds, load);
  const within = await measure();
  const reads = await readTimes(stack, owner);
  await copy.stop();
  await owner.end();
  await stack.stopProcess('tracking');
  print(
    `(g) telemetry: ${vehicles} vehicles, batches of ${perBatch}, ${lanes} at a time; ` +
      `ours and the floor in ${turns} turns of ${secondsEach} s`,
    [
      ...linesOf(without),
      [`with ${filled} readings of the days before`, ''],
      ...linesOf(within),
      ['history / none, each of its floor (aim: 1)', percent(ratio(within), ratio(without))],
      ...today,
      ...reads,
      ['aim for each', '<= 20 ms'],
      [
        'load average',
        loadavg()
          .map((n) => n.toFixed(1))
          .join(' '),
      ],
    ],
  );
}

const ratio = ([ours, floor]: readonly Measure[]): number =>
  ours && floor ? readingsPerSecond(ours) / readingsPerSecond(floor) : 0;
const rate = (measure: Measure): string => `${readingsPerSecond(measure).toFixed(0)} readings/s`;

function linesOf(measures: readonly Measure[]): [string, string][] {
  const [ours, floor, single] = measures;
  if (!ours || !floor || !single) return [];
  return [
    [`floor: COPY FROM STDIN into one table, ${lanes} clients`, rate(floor)],
    ['the same, one client', rate(single)],
    ['taken over HTTP, committed, put away', rate(ours)],
    ['  put away, at most', `${ours.settlingMs.toFixed(0)} ms after the last answer`],
    ['ratio (aim >= 0.25)', ratio(measures).toFixed(2)],
    ['ratio of processor time', (cpuPerBatch(floor) / cpuPerBatch(ours)).toFixed(2)],
    ...cpuLines(ours),
    ['  cpu: ours, all together', `${cpuPerBatch(ours).toFixed(2)} ms each`],
    ['  cpu: floor, all together', `${cpuPerBatch(floor).toFixed(2)} ms each`],
  ];
}

/** Of what was taken: on disk with its indexes, and packed together. */
async function sizeOf(owner: pg.Pool): Promise<[string, string][]> {
  const { rows } = await owner.query<{ bytes: string; together: string }>(
    `select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits
              where inhparent = 'tracking.reading_chunk'::regclass) / sum(length(readings) / 45) as bytes,
            avg(length(readings) / 45) as together
       from tracking.reading_chunk`,
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
      const { rowCount } = await owner.query('select from tracking.pending_batch limit 1');
      return rowCount === 0;
    },
    { timeoutMs: 60_000, everyMs: 20, what: 'the readings to be put away' },
  );

/** A provider sends a batch again after a 503, when it was told to. */
const triesMax = 4;

/** Each batch has readings of the next 500 vehicles; a vehicle's next reading has a higher number. */
export function sender({ url }: BenchStack, { secret, authorization }: Fleet, count = vehicles) {
  const dispatcher = new Agent({ connections: lanes });
  let batch = 0;
  return async (): Promise<void> => {
    const mine = batch++;
    const body = JSON.stringify({ readings: readingsOf(mine, count) });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const hmac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const headers = {
      authorization,
      'content-type': 'application/json',
      'svc-timestamp': timestamp,
      'svc-signature': `v1=${hmac}`,
    };
    const target = `${url}/telemetry/fleet`;
    for (let tries = 1; ; tries += 1) {
      const answer = await request(target, { method: 'POST', headers, body, dispatcher });
      const text = await answer.body.text();
      // Of a repeated batch, some readings may be known.
      if (answer.statusCode === 202 && (tries > 1 || JSON.parse(text).accepted === perBatch))
        return;
      if (answer.statusCode !== 503 || tries === triesMax)
        throw new Error(`${answer.statusCode}: ${text.slice(0, 300)}`);
      await pause(1_000 * Number(answer.headers['retry-after'] ?? 1));
    }
  };
}

function readingsOf(batch: number, count = vehicles) {
  const first = (batch * perBatch) % count;
  const round = Math.floor((batch * perBatch) / count);
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

/** The same rows by COPY … FROM STDIN over a connection a sender, each batch committed: no index, no check. */
async function bareCopy({ adminUrl, parts }: BenchStack) {
  const url = await createDatabase(adminUrl, 'bench_copy');
  const pool = ownerPool(url, lanes);
  await pool.query(`create table bare (at timestamptz not null, seq bigint not null,
    feed_no integer not null, vehicle_no integer not null, temperature_mc integer, lat_e6 integer,
    lng_e6 integer, speed_kmh real, calibrated_until date, late boolean not null)`);
  let batch = 0;
  const send = async () => {
    const client = await pool.connect();
    await pipeline([copyRows(batch++)], client.query(copyFrom('copy bare from stdin')));
    client.release();
  };
  const { postgres, 'load generator': client } = parts;
  const load: Load = { parts: { postgres, client }, send, settled: async () => undefined };
  await forSeconds(2, load);
  return { load, stop: () => pool.end() };
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
