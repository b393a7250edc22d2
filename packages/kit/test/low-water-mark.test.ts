import { describe, expect, it } from 'vitest';
import { createLowWaterMark } from '../src/database/low-water-mark.ts';

function markAt(startMs = 0) {
  const clock = { ms: startMs };
  return { clock, mark: createLowWaterMark(() => clock.ms) };
}

describe('a low-water mark', () => {
  it('starts at the first row', () => {
    expect(markAt().mark.above()).toBe(0);
  });

  it('is 30 s behind deleted rows, so that a late commit is seen', () => {
    const { clock, mark } = markAt();
    clock.ms = 31_000;
    mark.above();
    mark.gone(100);
    clock.ms = 60_999;
    expect(mark.above()).toBe(0);
    clock.ms = 61_000;
    expect(mark.above()).toBe(0);
    expect(mark.above()).toBe(100);
  });

  it('is bypassed by one query in 30 s, which finds later commits', () => {
    const { clock, mark } = markAt();
    mark.gone(100);
    clock.ms = 30_000;
    expect(mark.above()).toBe(0);
    expect(mark.above()).toBe(100);
    clock.ms = 59_999;
    expect(mark.above()).toBe(100);
    clock.ms = 60_000;
    expect(mark.above()).toBe(0);
    expect(mark.above()).toBe(100);
  });

  it('does not go back for rows above it', () => {
    const { clock, mark } = markAt();
    mark.gone(100);
    clock.ms = 2_000;
    mark.gone(7);
    clock.ms = 32_000;
    mark.above();
    expect(mark.above()).toBe(100);
  });

  it('starts again when all rows are below it, as after a restore', () => {
    const { clock, mark } = markAt();
    mark.gone(100);
    clock.ms = 30_000;
    mark.above();
    expect(mark.above()).toBe(100);
    mark.gone(7);
    expect(mark.above()).toBe(0);
    clock.ms = 60_000;
    mark.above();
    expect(mark.above()).toBe(7);
  });

  it('takes one sample a second, for any number of updates', () => {
    const { clock, mark } = markAt();
    for (clock.ms = 0; clock.ms < 2_000; clock.ms += 100) mark.gone(1 + clock.ms);
    clock.ms = 30_000;
    mark.above();
    expect(mark.above()).toBe(1);
    clock.ms = 31_000;
    expect(mark.above()).toBe(1_001);
  });
});
