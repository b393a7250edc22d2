/** Chance that comes out the same for the same seed. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from `min` to `max`. */
  between(min: number, max: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
}

/** The generator `mulberry32`: good enough for a story. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return { next, between, pick: (from) => from[between(0, from.length - 1)] ?? from[0] };
}

/** A separate random stream per part of a story, independent of the others. */
export const randomFor = (seed: number, part: number): Random =>
  createRandom((seed * 1_000_003 + part * 7_919) % 4_294_967_296);
