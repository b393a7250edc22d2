import type { LoadResult } from './load.ts';

export function print(title: string, lines: [string, string][]): void {
  const width = Math.max(...lines.map(([label]) => label.length));
  console.log(`\n${title}`);
  for (const [label, value] of lines) console.log(`  ${label.padEnd(width)}  ${value}`);
}

export const rate = ({ perSecond, p50Ms, p99Ms }: LoadResult): string =>
  `${perSecond.toFixed(0)} /s   p50 ${p50Ms} ms   p99 ${p99Ms} ms`;

export const percent = (ours: number, floor: number): string => (ours / floor).toFixed(2);

/** The value below which `share` of the sorted numbers lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
