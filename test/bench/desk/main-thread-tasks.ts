/**
 * Tasks of the pages' main threads by their own processor time. The clock of a frame, and so a long
 * animation frame's duration, also counts what else runs on the machine; the thread's time does not.
 *
 * Traced in slices: between two of them a collection may be forced, whose task is not the page's. Slices
 * are read at the end, as reading them would hold up what is measured.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { z } from 'zod';

const sliceMs = 20_000;
/** Of each task of a thread, with `tdur`. */
const category = 'disabled-by-default-devtools.timeline';

const traceEvent = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Processor time of the thread, µs. */
  tdur: z.number().optional(),
  args: z.record(z.string(), z.unknown()).optional(),
});
const trace = z.object({ traceEvents: z.array(traceEvent) });
type TraceEvent = z.output<typeof traceEvent>;

export interface LongTasks {
  over: number;
  longestMs: number;
}

interface Watch {
  dir: string;
  seconds: number;
  /** After each slice, untraced. */
  between(): Promise<void>;
}

/** Resolves to the files of the slices. */
export async function traceTasks(
  browser: Browser,
  { dir, seconds, between }: Watch,
): Promise<string[]> {
  const files: string[] = [];
  const end = performance.now() + seconds * 1_000;
  for (let left = seconds * 1_000; left > 0; left = end - performance.now()) {
    const path = join(dir, `trace-${files.length}.json`);
    await browser.startTracing(undefined, { path, categories: ['-*', category] });
    await pause(Math.min(sliceMs, left));
    await browser.stopTracing();
    files.push(path);
    await between();
  }
  return files;
}

/** Tasks above the bound, of all pages. */
export async function longTasks(files: readonly string[], boundMs: number): Promise<LongTasks> {
  const found: LongTasks = { over: 0, longestMs: 0 };
  for (const file of files) {
    for (const ms of taskTimes(trace.parse(JSON.parse(await readFile(file, 'utf8'))).traceEvents)) {
      if (ms > boundMs) found.over += 1;
      found.longestMs = Math.max(found.longestMs, ms);
    }
  }
  return found;
}

function taskTimes(events: readonly TraceEvent[]): number[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  return events
    .filter((event) => event.name === 'RunTask' && mainThreads.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1_000);
}
