import { describe, expect, it } from 'vitest';
import { isCaughtUp, pausesMs } from './projection-barrier.ts';

describe('a reader', () => {
  it('waits for at most two seconds, with increasing pauses', () => {
    expect(pausesMs.reduce((sum, ms) => sum + ms, 0)).toBe(2000);
    expect(pausesMs.toSorted((a, b) => a - b)).toEqual(pausesMs);
  });

  it.each([
    { next: 1, last: 0, caughtUp: true },
    { next: 3, last: 3, caughtUp: false },
    { next: 4, last: 3, caughtUp: true },
    { next: 5, last: 3, caughtUp: true },
  ])('of event $last, when $next is next, has caught up: $caughtUp', ({ next, last, caughtUp }) => {
    expect(isCaughtUp(next, last)).toBe(caughtUp);
  });
});
