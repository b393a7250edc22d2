import { describe, expect, it } from 'vitest';
import { createLowWaterMark } from '../src/database/low-water-mark.ts';

/** A mark, and what it gives at a time: most queries, then one in 30 s, which goes past it. */
function markAt() {
  let ms = 0;
  const mark = createLowWaterMark(() => ms);
  return {
    ...mark,
    goneAt: (at: number, seq: number) => {
      ms = at;
      mark.gone(seq);
    },
    aboveAt: (at: number) => {
      ms = at;
      return [mark.above(), mark.above()];
    },
  };
}

describe('a low-water mark', () => {
  it('starts at the first row, and is 30 s behind deleted rows: a late commit is seen', () => {
    const { aboveAt, goneAt } = markAt();
    expect(aboveAt(31_000)).toEqual([0, 0]);
    goneAt(31_000, 100);
    expect(aboveAt(60_999)).toEqual([0, 0]);
    expect(aboveAt(61_000)).toEqual([0, 100]);
  });

  it('is bypassed by one query in 30 s, which finds later commits', () => {
    const { aboveAt, goneAt } = markAt();
    goneAt(0, 100);
    const times = [30_000, 59_999, 60_000];
    expect(times.map(aboveAt)).toEqual([
      [0, 100],
      [100, 100],
      [0, 100],
    ]);
  });

  it('does not go back for rows above it', () => {
    const { aboveAt, goneAt } = markAt();
    goneAt(0, 100);
    goneAt(2_000, 7);
    expect(aboveAt(32_000)).toEqual([0, 100]);
  });

  it('starts again when all rows are below it, as after a restore', () => {
    const { aboveAt, goneAt, above } = markAt();
    goneAt(0, 100);
    expect(aboveAt(30_000)).toEqual([0, 100]);
    goneAt(30_000, 7);
    expect(above()).toBe(0);
    expect(aboveAt(60_000)).toEqual([0, 7]);
  });

  it('takes one sample a second, for any number of updates', () => {
    const { aboveAt, goneAt } = markAt();
    for (let ms = 0; ms < 2_000; ms += 100) goneAt(ms, 1 + ms);
    expect(aboveAt(30_000)).toEqual([0, 1]);
    expect(aboveAt(31_000)).toEqual([1_001, 1_001]);
  });
});
