/**
 * How much is measured. `small` takes seconds: it shows that a bench still works, its figures mean
 * little. `usual` takes minutes. `full` is the full size where that takes many minutes.
 */
const has = (name: string): boolean => process.argv.includes(`--${name}`);

/** The value for the size of this run. */
export function sized<T>({ small, usual, full = usual }: { small: T; usual: T; full?: T }): T {
  if (has('small')) return small;
  return has('full') ? full : usual;
}

/** A count that a variable may set: the same bench at any size. */
export const counted = (
  variable: string,
  sizes: { small: number; usual: number; full?: number },
): number => Number(process.env[variable] ?? sized(sizes));
