/**
 * How much is measured. `small` takes seconds: it shows that a bench still works, its figures mean
 * little. `usual` takes minutes. `full` is the full size where that takes many minutes.
 */
export type Size = 'small' | 'usual' | 'full';

const has = (name: string): boolean => process.argv.includes(`--${name}`);
const size: Size = has('small') ? 'small' : has('full') ? 'full' : 'usual';

/** The value for the size of this run. */
export const sized = <T>(sizes: { small: T; usual: T; full?: T }): T =>
  (size === 'full' ? sizes.full : undefined) ?? (size === 'small' ? sizes.small : sizes.usual);

/** A count that a variable may set: the same bench at any size. */
export const counted = (variable: string, sizes: { small: number; usual: number }): number =>
  Number(process.env[variable] ?? sized(sizes));
