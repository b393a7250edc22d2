import { expect, it } from 'vitest';
import { dayOfRun } from './run.ts';

it.each([
  ['2026-11-02T21:59:59.999Z', '2026-11-02', '2026-11-01T22:00:00.000Z'],
  ['2026-11-02T22:00:00.000Z', '2026-11-03', '2026-11-02T22:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01', '2026-12-31T22:00:00.000Z'],
])('the run at %s is that of %s', (now, date, from) => {
  const day = dayOfRun(new Date(now));
  expect([day.date, day.from.toISOString()]).toEqual([date, from]);
  expect(day.to.getTime() - day.from.getTime()).toBe(24 * 3_600_000);
});
