/**
 * Live pages: from an assignment to its pixel on the board, and the heaps of board and map, while
 * 2,000 vehicles report. Against a page of one process that pushes the text of one cell.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase } from '@svc/devnet';
import type { Browser } from 'playwright-core';
import { requireChromium, startChromium } from '../../pages/chromium.ts';
import { post } from '../http.ts';
import { type Line, print, quantile, ratio, spread } from '../print.ts';
import { counted, sized } from '../size.ts';
import type { BenchStack } from '../stack.ts';
import { createCrew, signIn, startReports, vehicles } from './crew.ts';
import { growthMb, requireNoGrowth } from './heap.ts';
import { type LivePage, openPage } from './live-page.ts';

const openJobs = sized({ small: 60, usual: 500 });
/** e.g. `SVC_BENCH_SECONDS=240`; ten minutes at full size. */
const seconds = counted('SVC_BENCH_SECONDS', { small: 6, usual: 60, full: 600 });
const floorSeconds = Math.min(seconds, 60);
/** Between assignments, ms. */
const everyMs = 250;
const heapEveryMs = 20_000;

interface Changes {
  sent: number;
  /** From the request to the pixel, for each that was painted. */
  toPixelMs: number[];
  /** Of the page, for each. */
  mainThreadMs: number;
}

export async function benchDesk(stack: BenchStack): Promise<void> {
  const chromium = await requireChromium();
  if (chromium === undefined) throw new Error('the bench needs chromium on PATH');
  const stopReports = await startReports(stack);
  const { names, assign } = await createCrew(stack, openJobs);
  const browser = await startChromium(chromium);
  stack.cleanup.defer(() => browser.close());
  const token = await signIn(stack);
  const board = await openPage(browser, `${stack.deskUrl}/desk`, token);
  const map = await openPage(browser, `${stack.deskUrl}/desk/map`, token);
  const [ours, heaps] = await Promise.all([
    change(board, seconds, { text: (turn) => names[turn], assign }),
    sampleHeaps({ board, map }),
  ]);
  const mapRows = (await map.painted()).length;
  const floor = await changeFloor(stack, browser);
  await stopReports();
  print(`live pages: ${vehicles} vehicles at 1 Hz, ${openJobs} open jobs, ${seconds} s`, [
    ...linesOf('floor', floor),
    ...linesOf('ours', ours),
    ['ratio of p50', ratio(quantile(ours.toPixelMs, 0.5), quantile(floor.toPixelMs, 0.5))],
    ['ratio of the main thread', ratio(ours.mainThreadMs, floor.mainThreadMs)],
    ['map: rows painted a second', (mapRows / seconds).toFixed(0)],
    ...Object.entries(heaps).map(([name, samples]): Line => [`${name}: heap`, heapText(samples)]),
  ]);
  for (const { sent, toPixelMs } of [floor, ours]) {
    const lost = sent - toPixelMs.length;
    if (lost > 0) throw new Error(`${lost} of ${sent} changes were never painted`);
  }
  requireNoGrowth(heaps, seconds);
}

const linesOf = (name: string, { sent, toPixelMs, mainThreadMs }: Changes): Line[] => [
  [`${name}: changes in sight that were painted`, `${toPixelMs.length} of ${sent}`],
  ['  request to pixel', spread(toPixelMs)],
  ['  main thread of the page', `${mainThreadMs.toFixed(1)} ms a change`],
];

const heapText = (samples: readonly number[]): string => {
  const growth = growthMb(samples, seconds);
  const slope = growth === undefined ? 'too short for a slope' : `${growth.toFixed(2)} MB in 600 s`;
  return `${samples[0]?.toFixed(1)} MB to ${samples.at(-1)?.toFixed(1)} MB, ${slope}`;
};

interface Assignments {
  /** Shown after an assignment in this turn. */
  text(turn: 0 | 1): string;
  assign(id: string, turn: 0 | 1, n: number): Promise<unknown>;
}

/** Another driver for one row in sight after the other. */
async function change(
  page: LivePage,
  duration: number,
  { text, assign }: Assignments,
): Promise<Changes> {
  const ids = await page.visibleJobs();
  const sent: { id: string; text: string; atMs: number }[] = [];
  const before = await page.mainThreadMs();
  const end = performance.now() + duration * 1_000;
  for (let n = 0; performance.now() < end; n += 1) {
    const due = performance.now() + everyMs;
    const id = ids[n % ids.length] ?? '';
    // The first round is the other driver, the next the one before.
    const turn = Math.floor(n / ids.length) % 2 === 0 ? 1 : 0;
    sent.push({ id, text: text(turn), atMs: Date.now() });
    await assign(id, turn, n);
    await pause(Math.max(0, due - performance.now()));
  }
  const mainThreadMs = ((await page.mainThreadMs()) - before) / sent.length;
  await pause(2_000);
  const painted = await page.painted();
  const toPixelMs = sent.flatMap(({ id, text: shown, atMs }) => {
    const first = painted.find((p) => p.key === id && p.text === shown && p.atMs >= atMs);
    return first ? [first.atMs - atMs] : [];
  });
  return { sent: sent.length, toPixelMs, mainThreadMs };
}

async function sampleHeaps(pages: Readonly<Record<string, LivePage>>) {
  const heaps: Record<string, number[]> = {};
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    for (const [name, page] of Object.entries(pages)) {
      heaps[name] = [...(heaps[name] ?? []), await page.heapMb()];
    }
    const left = end - performance.now();
    if (left <= 0) return heaps;
    await pause(Math.min(heapEveryMs, left));
  }
}

async function changeFloor({ adminUrl, floor: start }: BenchStack, browser: Browser) {
  const databaseUrl = await createDatabase(adminUrl, 'desk_floor');
  const script = new URL('./floor.ts', import.meta.url);
  const { url } = await start(script, databaseUrl, String(openJobs));
  const text = (turn: 0 | 1) => ['Ayanda Bench', 'Bongani Bench'][turn] ?? '';
  const headers = { 'content-type': 'application/json' };
  const assign = (id: string, turn: 0 | 1) =>
    post(`${url}/assign`, JSON.stringify({ id, driver: text(turn) }), headers);
  return change(await openPage(browser, url), floorSeconds, { text, assign });
}
