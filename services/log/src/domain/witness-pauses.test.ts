import { expect, it } from 'vitest';
import { firstPauseMs, longestPauseMs, witnessPauses } from './witness-pauses.ts';

const at = Date.parse('2026-11-02T08:00:00.000Z');

function pausesAt() {
  let now = at;
  return {
    pauses: witnessPauses(() => new Date(now)),
    after: (ms: number) => {
      now += ms;
    },
  };
}

it.each<[string, number, boolean]>([
  ['at once', 0, false],
  ['just before its end', firstPauseMs - 1, false],
  ['at its end', firstPauseMs, true],
  ['by a clock that was set back', -1, true],
])('a pause of a witness ends by the rule: %s', (_, afterMs, isOver) => {
  const { pauses, after } = pausesAt();
  expect(pauses.isOver('a')).toBe(true);
  pauses.begin('a');
  after(afterMs);
  expect([pauses.isOver('a'), pauses.isOver('b')]).toEqual([isOver, true]);
});

it.each([
  [1, firstPauseMs],
  [2, 2_000],
  [3, 4_000],
  [4, longestPauseMs],
  [20, longestPauseMs],
])('after %i failures in a row a witness is skipped for %i ms', (failures, ms) => {
  const { pauses, after } = pausesAt();
  for (let n = 0; n < failures; n += 1) pauses.begin('a');
  after(ms - 1);
  expect(pauses.isOver('a')).toBe(false);
  after(1);
  expect(pauses.isOver('a')).toBe(true);
});

it('a cosignature ends the backoff of a witness', () => {
  const { pauses, after } = pausesAt();
  for (let n = 0; n < 5; n += 1) pauses.begin('a');
  pauses.end('a');
  expect(pauses.isOver('a')).toBe(true);
  pauses.begin('a');
  after(firstPauseMs);
  expect(pauses.isOver('a')).toBe(true);
});
