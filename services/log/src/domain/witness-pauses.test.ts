import { expect, it } from 'vitest';
import { pauseMs, witnessPauses } from './witness-pauses.ts';

const at = Date.parse('2026-11-02T08:00:00.000Z');

it.each<[string, number, boolean]>([
  ['at once', 0, false],
  ['just before its end', pauseMs - 1, false],
  ['at its end', pauseMs, true],
  ['by a clock that was set back', -1, true],
])('a pause is over: %s', (_, afterMs, isOver) => {
  let now = at;
  const pauses = witnessPauses(() => new Date(now));
  expect(pauses.isOver('a')).toBe(true);
  pauses.begin('a');
  now += afterMs;
  expect([pauses.isOver('a'), pauses.isOver('b')]).toEqual([isOver, true]);
});
