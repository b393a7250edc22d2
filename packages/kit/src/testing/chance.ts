/** What a plan is drawn from. */
import fc from 'fast-check';

/** As many separate sources as are asked for; the same for the same seed. */
export const chancesOf = (seed: number, count: number) =>
  fc.sample(fc.noBias(fc.gen()), { seed, numRuns: count }).map((draw) => {
    const between = (min: number, max: number): number => draw(fc.integer, { min, max });
    return {
      between,
      oneIn: (many: number): boolean => between(1, many) === 1,
      pick: <T>(from: readonly [T, ...T[]]): T => from[between(0, from.length - 1)] ?? from[0],
      shuffled: <T>(all: readonly T[]): T[] =>
        draw(() => fc.shuffledSubarray([...all], { minLength: all.length })),
    };
  });
export type Chance = ReturnType<typeof chancesOf>[number];
