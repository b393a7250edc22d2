/** Seeded generator of 32 bits (sfc32): equal seeds draw equal numbers on every machine. */
export interface RandomSource {
  /** At least 0, below 1. */
  real(): number;
  /** At least 0, below the bound. */
  below(bound: number): number;
}

const warmUp = 12;
const range = 2 ** 32;

export function seededRandom(seed: number): RandomSource {
  let a = seed | 0;
  let b = 0x9e3779b9 | 0;
  let c = 0x243f6a88 | 0;
  let count = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let i = 0; i < warmUp; i++) next();
  return {
    real: () => next() / range,
    below: (bound) => Math.floor((next() / range) * bound),
  };
}
