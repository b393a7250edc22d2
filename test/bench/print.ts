/** Label and value. */
export type Line = [label: string, value: string];

export function print(title: string, lines: readonly Line[]): void {
  const width = Math.max(...lines.map(([label]) => label.length));
  console.log(`\n${title}`);
  for (const [label, value] of lines) console.log(`  ${label.padEnd(width)}  ${value}`);
}

export const ratio = (ours: number, floor: number): string => (ours / floor).toFixed(2);

/** The value below which `share` of the sorted numbers lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const spread = (values: readonly number[]): string =>
  `p50 ${quantile(values, 0.5).toFixed(1)} ms   p99 ${quantile(values, 0.99).toFixed(1)} ms`;
