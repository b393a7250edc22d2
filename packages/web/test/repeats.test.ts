import { describe, expect, it } from 'vitest';
import { createRepeatFilter } from '../src/scan/repeats.ts';

describe('repeated readings', () => {
  it.each([
    ['the first', [0], [true]],
    ['one that stays in sight', [0, 100, 1_900, 3_800], [true, false, false, false]],
    ['one that comes back', [0, 100, 2_100], [true, false, true]],
  ])('count once within a moment: %s', (_name, times, counted) => {
    const isNew = createRepeatFilter(2_000);
    expect(times.map((at) => isNew('S-1', at))).toEqual(counted);
  });

  it('of several symbols do not end one another', () => {
    const isNew = createRepeatFilter(2_000);
    const seen = ['A', 'B', 'A', 'B'].map((text, nth) => isNew(text, nth * 100));
    expect(seen).toEqual([true, true, false, false]);
  });
});
