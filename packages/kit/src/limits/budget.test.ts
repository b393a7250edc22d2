import { expect, it } from 'vitest';
import { heldClock } from '../values/clock.ts';
import { createBudget } from './budget.ts';

const start = '2026-11-02T08:00:00.000Z';
const minuteMs = 60_000;

it('the budget forgets no key in use, among any number of others', () => {
  const budget = createBudget({ limit: 2, burst: 0 }, heldClock(start));
  budget.consume('first');
  budget.consume('first');
  for (let n = 0; n < 20_000; n += 1) budget.consume(`other ${n}`);
  expect(budget.consume('first').admitted).toBe(false);
});

it('the budget remembers a spent burst until its credit is full again', () => {
  const clock = heldClock(start);
  const budget = createBudget({ limit: 2, burst: 10 }, clock);
  const admitted = (key: string) => {
    let count = 0;
    while (budget.consume(key).admitted) count += 1;
    return count;
  };
  expect(admitted('first')).toBe(12);
  clock.advanceMs(5 * minuteMs);
  budget.consume('other');
  expect(admitted('first')).toBe(7);
  clock.advanceMs(10 * minuteMs);
  budget.consume('another');
  expect(admitted('first')).toBe(12);
});

it('the budget of addresses evicts the least recently used above its bound', () => {
  const budget = createBudget({ limit: 2, burst: 0, keysMax: 2 }, heldClock(start));
  for (const key of ['a', 'b', 'a', 'c']) budget.consume(key);
  expect(['a', 'b', 'c'].map((key) => budget.peek(key).remaining)).toEqual([0, 2, 1]);
});

it('the budget creates no window for a key that is only peeked at', () => {
  const budget = createBudget({ limit: 2, burst: 0, keysMax: 1 }, heldClock(start));
  budget.consume('a');
  expect(budget.peek('b').remaining).toBe(2);
  expect(budget.peek('a').remaining).toBe(1);
});
