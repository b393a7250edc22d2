import type { Shifts } from '@svc/contracts';
import { expect, it } from 'vitest';
import { isOnShift, shiftSpans } from './shifts.ts';

const at = (time: string) => new Date(`2026-11-${time}:00+02:00`);
/** From Monday, 2 November 2026. The night shift of Friday ends on Saturday. */
const shifts: Shifts = {
  week: [
    { day: 'mon', from: '08:00', to: '17:00' },
    { day: 'tue', from: '08:00', to: '17:00' },
    { day: 'wed', from: '00:00', to: '00:00' },
    { day: 'fri', from: '22:00', to: '06:00' },
  ],
  exceptions: [
    { date: '2026-11-09', from: null, to: null },
    { date: '2026-11-10', from: '12:00', to: '13:00' },
    { date: '2026-11-12', from: '08:00', to: '09:00' },
  ],
};

it.each([
  ['02T08:00', true],
  ['02T07:59', false],
  ['02T16:59', true],
  ['02T17:00', false],
  ['04T00:00', true],
  ['04T23:59', true],
  ['05T00:00', false],
  ['06T21:59', false],
  ['06T22:00', true],
  ['07T05:59', true],
  ['07T06:00', false],
  ['08T12:00', false],
  // A day off, other hours, and hours on a day that is off otherwise.
  ['09T12:00', false],
  ['10T11:00', false],
  ['10T12:30', true],
  ['12T08:30', true],
])('at %s a driver with this pattern works: %s', (time, expected) => {
  expect(isOnShift(shifts, { from: at(time), to: at(time) })).toBe(expected);
});

it('shifts that reach into a span are returned whole, oldest first', () => {
  const spans = shiftSpans(shifts, { from: at('07T00:00'), to: at('10T12:00') });
  expect(spans).toEqual([
    { from: at('06T22:00'), to: at('07T06:00') },
    { from: at('10T12:00'), to: at('10T13:00') },
  ]);
});
