import { describe, expect, it } from 'vitest';
import { dayOf, lastClosedMonth, monthOf, nextMonth, previousMonth } from './month.ts';

describe('a moment in Johannesburg', () => {
  it.each([
    ['2026-11-30T21:59:59.999Z', '2026-11', '2026-11-30'],
    ['2026-11-30T22:00:00.000Z', '2026-12', '2026-12-01'],
    ['2026-12-31T21:59:59.999Z', '2026-12', '2026-12-31'],
    ['2026-12-31T22:00:00.000Z', '2027-01', '2027-01-01'],
    ['2028-02-28T22:00:00.000Z', '2028-02', '2028-02-29'],
  ])('like %s is in %s, on %s', (at, month, day) => {
    expect([monthOf(new Date(at)), dayOf(new Date(at))]).toEqual([month, day]);
  });

  it('agrees with the time zone database all year', () => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' });
    for (let hour = 0; hour < 366 * 24; hour += 7) {
      const at = new Date(Date.UTC(2028, 0, 1, hour));
      expect(dayOf(at)).toBe(format.format(at));
    }
  });
});

describe('months', () => {
  it.each([
    ['2026-11', '2026-12'],
    ['2026-12', '2027-01'],
    ['2028-01', '2028-02'],
  ])('like %s are followed by %s', (month, next) => {
    expect([nextMonth(month), previousMonth(next)]).toEqual([next, month]);
  });

  it.each([
    ['2026-11-30T21:59:59.999Z', '2026-10'],
    ['2026-11-30T23:59:59.999Z', '2026-10'],
    ['2026-12-01T00:00:00.000Z', '2026-11'],
    ['2026-12-31T23:59:59.999Z', '2026-11'],
    ['2027-01-01T00:00:00.000Z', '2026-12'],
  ])('at %s the last closed one is %s', (now, month) => {
    expect(lastClosedMonth(new Date(now))).toBe(month);
  });
});
