/** (n) live pages: from an event to its pixel, frames, memory, and many desks on one process. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { BenchStack } from '../bench-stack.ts';
import { cpuByPart } from '../cpu.ts';
import { print, quantile } from '../print.ts';
import { sized } from '../size.ts';
import { checkAims, growthMb, latencyMaxMs, taskMaxMs } from './aims.ts';
import { type Frames, openBrowser, openPage, type Painted } from './browser.ts';
import { assign, type Crew, makeCrew, openJobs, startReports, vehicles } from './fleet.ts';
import { longTasks, traceTasks } from './main-thread-tasks.ts';
import { openDesks, residentMb, signIn, startDesk } from './process.ts';

/** e.g. `SVC_BENCH_SECONDS=240`; ten minutes at full size. */
const seconds = Number(process.env.SVC_BENCH_SECONDS ?? sized({ small: 6, usual: 60, full: 600 }));
const desks = sized({ small: 20, usual: 200 });
const desksSeconds = sized({ small: 3, usual: 20 });
/** Between assignments, ms. */
const everyMs = 250;

interface Sent {
  key: string;
  text: string;
  sentMs: number;
  answeredMs: number;
}

export async function benchDesk(stack: BenchStack): Promise<void> {
  for (const name of ['tracking', 'webhooks']) await stack.processes.start(name);
  const reports = await startReports(stack);
  const crew = await makeCrew(stack).catch(async (error: unknown) => {
    console.error(error);
    await reports.stop();
    throw error;
  });
  const desk = await startDesk(stack);
  const browser = await openBrowser();
  try {
    const { lines, readings } = await livePages(stack, { crew, desk, browser });
    await browser.close();
    lines.push(...(await manyDesks(stack, desk, 'jobs,alarms')));
    lines.push(...(await manyDesks(stack, desk, 'jobs,vehicles')));
    const late = await reports.stop();
    lines.push(['batches of readings that began late', String(late)]);
    print(
      `(n) live pages: ${vehicles} vehicles at 1 Hz, ${openJobs} open jobs, ${seconds} s`,
      lines,
    );
    checkAims(readings, seconds);
  } finally {
    await browser.close();
    await reports.stop();
    for (const name of ['desk', 'webhooks', 'tracking']) await stack.stopProcess(name);
  }
}

interface Stage {
  crew: Crew;
  desk: { url: string; pid: number };
  browser: Browser;
}

/** One board and one map, while rows in sight of the board change. */
async function livePages(stack: BenchStack, { crew, desk, browser }: Stage) {
  const token = await signIn(stack);
  const board = await openPage(browser, { url: desk.url, path: '/desk', token });
  const map = await openPage(browser, { url: desk.url, path: '/desk/map', token });
  const heaps: Record<'board' | 'map', number[]> = { board: [], map: [] };
  const resident: number[] = [];
  const sample = async () => {
    heaps.board.push(await board.heapMb());
    heaps.map.push(await map.heapMb());
    resident.push(residentMb(desk.pid));
  };
  await sample();
  const threads = { board: await board.mainThread(), map: await map.mainThread() };
  const cpuBefore = cpuByPart({ desk: desk.pid });
  const [sent, traces] = await Promise.all([
    assignments(stack, crew, await board.visibleKeys('job')),
    traceTasks(browser, { dir: stack.dir, seconds, between: sample }),
  ]);
  const boardMs = perUnit(threads.board, await board.mainThread(), sent.length);
  const mapMs = perUnit(threads.map, await map.mainThread(), seconds);
  const cpu = cpuOf(cpuBefore, desk.pid, seconds);
  await pause(2_000);
  const latencies = matched(sent, await board.painted());
  const fromAnswer = latencies.map((each) => each.fromAnswer);
  const mapRows = (await map.painted()).length;
  const tasks = await longTasks(traces, taskMaxMs);
  const lines: [string, string][] = [
    ['rows that changed in sight', `${latencies.length} of ${sent.length}`],
    ['request to pixel, p50 / p99', spread(latencies.map(({ fromSent }) => fromSent))],
    [`commit to pixel, p50 / p99 (aim p99 <= ${latencyMaxMs} ms)`, spread(fromAnswer)],
    [
      `tasks of pages over ${taskMaxMs} ms of processor time (aim 0)`,
      `${tasks.over}, longest ${tasks.longestMs.toFixed(1)} ms`,
    ],
    ['board: main thread for a change', boardMs],
    ['map: main thread for a second', mapMs],
    ['board: frames by the clock', framesText(await board.frames())],
    ['map: frames by the clock', framesText(await map.frames())],
    ['map: rows painted a second', (mapRows / seconds).toFixed(0)],
    ['board: heap of the page', heapText(heaps.board)],
    ['map: heap of the page', heapText(heaps.map)],
    ['desk: resident', `${firstToLast(resident)}, at most ${mb(Math.max(...resident))}`],
    ['desk: processor with one board and one map', cpu],
  ];
  const painted = latencies.length;
  const readings = { changed: sent.length, painted, latenciesMs: fromAnswer, tasks, heaps };
  return { lines, readings };
}

const firstToLast = (values: readonly number[]): string =>
  `${mb(values[0] ?? 0)} to ${mb(values.at(-1) ?? 0)}`;

const heapText = (samples: readonly number[]): string => {
  const growth = growthMb(samples, seconds);
  const slope = growth === undefined ? 'too short for a slope' : `${growth.toFixed(2)} MB in 600 s`;
  return `${firstToLast(samples)}, ${slope}`;
};

const mb = (value: number): string => `${value.toFixed(1)} MB`;
const spread = (values: readonly number[]): string =>
  `${quantile(values, 0.5).toFixed(0)} / ${quantile(values, 0.99).toFixed(0)} ms, longest ${Math.max(...values).toFixed(0)}`;

const framesText = ({ longest, over, deltas }: Frames): string =>
  `${over} over 50 ms, longest ${longest.toFixed(0)} ms; between frames p99 ${quantile(deltas, 0.99).toFixed(0)} ms`;

/** Processor time of the page's main thread, by what it did. */
const perUnit = (
  before: Record<string, number>,
  after: Record<string, number>,
  units: number,
): string =>
  Object.entries(after)
    .map(([part, ms]) => `${part} ${((ms - (before[part] ?? 0)) / units).toFixed(1)} ms`)
    .join(', ');

const cpuOf = (before: Record<string, number>, pid: number, s: number): string => {
  const ms = (cpuByPart({ desk: pid }).desk ?? 0) - (before.desk ?? 0);
  return `${(ms / s / 10).toFixed(1)} % of a core`;
};

/** Another driver for one row in sight after the other. */
async function assignments(
  stack: BenchStack,
  { driverIds, names }: Crew,
  keys: readonly string[],
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const end = performance.now() + seconds * 1_000;
  for (let n = 0; performance.now() < end; n += 1) {
    const due = performance.now() + everyMs;
    const key = keys[n % keys.length] ?? '';
    // The first round is the other driver, the next the one before.
    const turn = (Math.floor(n / keys.length) + 1) % 2;
    const sentMs = Date.now();
    await assign(stack, { id: key, driver_id: driverIds[turn] ?? '', vehicle: n });
    sent.push({ key, text: names[turn] ?? '', sentMs, answeredMs: Date.now() });
    await pause(Math.max(0, due - performance.now()));
  }
  return sent;
}

/** The first paint of the row with the driver, after the request. */
function matched(sent: readonly Sent[], painted: readonly Painted[]) {
  return sent.flatMap(({ key, text, sentMs, answeredMs }) => {
    const shown = painted.find(
      (each) => each.key === key && each.text === text && each.atMs >= sentMs,
    );
    return shown
      ? [{ fromSent: shown.atMs - sentMs, fromAnswer: Math.max(0, shown.atMs - answeredMs) }]
      : [];
  });
}

async function manyDesks(
  stack: BenchStack,
  { url, pid }: { url: string; pid: number },
  topics: string,
): Promise<[string, string][]> {
  const open = await openDesks(stack, { url, count: desks, topics });
  await pause(1_500);
  const before = cpuByPart({ desk: pid });
  const received = open.received();
  await pause(desksSeconds * 1_000);
  const cpu = cpuOf(before, pid, desksSeconds);
  const bytes = (open.received() - received) / desksSeconds / desks / 1_024;
  const resident = residentMb(pid);
  await open.close();
  return [
    [
      `${desks} streams of ${topics}`,
      `${cpu}, resident ${mb(resident)}, ${bytes.toFixed(1)} KiB/s each`,
    ],
  ];
}
