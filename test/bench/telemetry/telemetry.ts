/** Signed batches of telemetry over HTTP against bare COPY by a client, with and without history. */
import type pg from 'pg';
import { cpuLines, cpuTotal } from '../cpu.ts';
import { type Line, print, ratio } from '../print.ts';
import { counted, sized } from '../size.ts';
import type { BenchStack } from '../stack.ts';
import { evaluationLag, startFleet, startJobs } from './fleet.ts';
import { bareCopy } from './floor.ts';
import { fillHistory } from './history.ts';
import {
  cpuPerBatch,
  forSeconds,
  inTurns,
  lanes,
  perBatch,
  readingsPerSecond,
  type Turns,
} from './load.ts';
import { readLines, startReads } from './reads.ts';

const vehicles = sized({ small: 1_000, usual: 10_000 });
const turns = sized({ small: 1, usual: 3 });
const secondsEach = sized({ small: 1, usual: 6 });
/** Time for every page that batches write to be written once since the last checkpoint. */
const warmUpSeconds = sized({ small: 1, usual: 10 });
/** Readings of the past, e.g. `SVC_BENCH_ROWS=50000000`. */
const history = counted('SVC_BENCH_ROWS', { small: 20_000, usual: 2_000_000 });
const perDay = sized({ small: 20, usual: 50 });

/** Watermark of the bench, and the grace after it. */
const settledSeconds = 11;

export async function benchTelemetry(stack: BenchStack): Promise<void> {
  const { owner, parts } = stack;
  const send = await startFleet(stack, { vehicles });
  await startJobs(stack, vehicles);
  const ours = { parts, send, settled: async () => undefined };
  const floor = await bareCopy(stack, vehicles);
  await forSeconds(2, floor);
  await forSeconds(warmUpSeconds, ours);
  const without = await inTurns(turns, secondsEach, { ours, floor });
  const sizes = await sizesOf(owner);
  const lag = await evaluationLag(stack, settledSeconds);
  const readAll = await startReads(stack);
  const readsWithout = await readAll();
  const filled = await fillHistory(owner, { rows: history, perDay });
  await forSeconds(warmUpSeconds, ours);
  const within = await inTurns(turns, secondsEach, { ours, floor });
  print(
    `telemetry: ${vehicles} vehicles, batches of ${perBatch}, ${lanes} at a time; ` +
      `ours and the floor in ${turns} turns of ${secondsEach} s`,
    [
      ...linesOf(without),
      [`behind with ${vehicles} jobs under way`, `${lag.toFixed(0)} s`],
      ...sizes,
      [`with ${filled} readings of the days before`, ''],
      ...linesOf(within),
      ['history / none, each of its floor (aim ~ 1)', ratio(ofFloor(within), ofFloor(without))],
      ...readLines(readsWithout, await readAll()),
    ],
  );
}

const ofFloor = ({ ours, floor }: Turns): number =>
  readingsPerSecond(ours) / readingsPerSecond(floor);

function linesOf(measured: Turns): Line[] {
  const { ours, floor } = measured;
  const rate = (perSecond: number) => `${perSecond.toFixed(0)} readings/s`;
  const cpu = { ours: cpuPerBatch(ours), floor: cpuPerBatch(floor) };
  return [
    [`floor: COPY FROM STDIN into one table, ${lanes} clients`, rate(readingsPerSecond(floor))],
    ...cpuLines(cpu.floor),
    ['over HTTP, stored, jobs under way in all', rate(readingsPerSecond(ours))],
    ...cpuLines(cpu.ours),
    ['ratio', ofFloor(measured).toFixed(2)],
    ['ratio of processor time', ratio(allOf(cpu.floor), allOf(cpu.ours))],
  ];
}

/** With the sender, which is half of the floor. */
const allOf = (cpuMs: Readonly<Record<string, number>>): number =>
  cpuTotal(cpuMs) + (cpuMs['load generator'] ?? 0);

/** Of a reading: on disk with its indexes. */
async function sizesOf(owner: pg.Pool): Promise<Line[]> {
  const { rows } = await owner.query<{ bytes: number }>(
    `select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits
              where inhparent = 'tracking.reading'::regclass) / count(*)::float8 as bytes
       from tracking.reading`,
  );
  return [['a reading with its indexes', `${rows[0]?.bytes.toFixed(0)} bytes`]];
}
