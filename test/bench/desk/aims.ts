/** Aims of live pages: a run of full size that misses one fails. */
import { quantile } from '../print.ts';
import { sized } from '../size.ts';
import type { LongTasks } from './main-thread-tasks.ts';

/** From the commit to the pixel, p99, ms. */
export const latencyMaxMs = 500;
/** Processor time of one task of a page, and so of a frame, ms. */
export const taskMaxMs = 50;
/** Growth of a page's heap after collections, MB in ten minutes: a leak of one row a change is 5. */
const heapGrowthMaxMb = 1;

export interface Readings {
  changed: number;
  painted: number;
  latenciesMs: readonly number[];
  tasks: LongTasks;
  /** Of each page, after collections at equal intervals, MB. */
  heaps: Readonly<Record<string, readonly number[]>>;
}

/** Least squares over the samples after the first third, in which caches fill, MB in ten minutes. */
export function growthMb(samples: readonly number[], seconds: number): number | undefined {
  const later = samples.slice(Math.floor(samples.length / 3));
  if (later.length < 5) return undefined;
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [middle, level] = [(later.length - 1) / 2, mean(later)];
  const slope =
    mean(later.map((value, n) => (n - middle) * (value - level))) /
    mean(later.map((_, n) => (n - middle) ** 2));
  return slope * samples.length * (600 / seconds);
}

/** Throws what was not reached; smaller sizes are too short to tell. */
export function checkAims(readings: Readings, seconds: number): void {
  if (!sized({ small: false, usual: false, full: true })) return;
  const { changed, painted, latenciesMs, tasks, heaps } = readings;
  const p99 = quantile(latenciesMs, 0.99);
  const faults = [
    ...(painted < changed ? [`${changed - painted} of ${changed} changes were never painted`] : []),
    ...(p99 > latencyMaxMs ? [`commit to pixel takes ${p99.toFixed(0)} ms (p99)`] : []),
    ...(tasks.over > 0 ? [`${tasks.over} tasks of pages took over ${taskMaxMs} ms`] : []),
    ...Object.entries(heaps).flatMap(([page, samples]) => {
      const growth = growthMb(samples, seconds) ?? 0;
      if (growth <= heapGrowthMaxMb) return [];
      return [`the heap of the ${page} grows by ${growth.toFixed(1)} MB in ten minutes`];
    }),
  ];
  if (faults.length > 0) throw new Error(`live pages miss their aims: ${faults.join('; ')}`);
}
