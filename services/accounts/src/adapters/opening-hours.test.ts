import { describe, expect, it } from 'vitest';
import { isOpeningHours, openAt } from './opening-hours.ts';

describe('isOpeningHours', () => {
  it.each([
    '24/7',
    'Mo-Fr 08:00-17:00',
    'mo-fr 8:00-17:00',
    'Mo-Fr 08:00-12:00,13:00-17:00; Sa 08:00-12:00; PH off',
    'Mo-Su 22:00-06:00',
    'Mo-Fr 08:00-17:00 || "ring the bell"',
    'Dec 24-Jan 02 off; Mo-Fr 07:00-19:00',
    'sunrise-sunset',
  ])('accepts the opening hours %s', (value) => {
    expect(isOpeningHours(value)).toBe(true);
  });

  it.each([
    ['blank', '   '],
    ['prose', 'during office hours'],
    ['a point in time', '08:00'],
    ['an hour that does not exist', 'Mo-Fr 25:00-26:00'],
    ['a day that does not exist', 'Xy 08:00-17:00'],
    ['a dangling comma', 'Mo-Fr 08:00-17:00,,'],
    ['hours without minutes', 'Mo-Fr 8-17'],
    ['points for colons', 'Mo-Fr 08.00-17.00'],
    ['English that it would have to correct', 'mon-fri 9am-5pm'],
    ['markup', '<b>24/7</b>'],
    ['what trips the parser itself', 'week 1-2 PH Fr week ; weekMo0'],
    ['255 brackets', '('.repeat(255)],
  ])('refuses the opening hours %s', (_case, value) => {
    expect(isOpeningHours(value)).toBe(false);
  });
});

describe('a site', () => {
  const johannesburg = { time_zone: 'Africa/Johannesburg', lat: -26.2, lng: 28 };
  const london = { time_zone: 'Europe/London', lat: 51.5, lng: 0 };
  const weekdays = { ...johannesburg, receiving_hours: 'Mo-Fr 08:00-17:00; PH off' };
  const proclaimed = { ...weekdays, proclaimed: ['2026-11-04'] };
  const holidayMornings = {
    ...proclaimed,
    receiving_hours: 'Mo-Su 00:00-24:00; PH 08:00-12:00',
  };
  const onRequest = { ...johannesburg, receiving_hours: 'Mo-Fr 08:00-17:00 || "ring"' };
  const aroundTheClock = { ...johannesburg, receiving_hours: '24/7' };
  const mornings = { ...london, receiving_hours: 'Mo-Su 08:00-09:00' };
  it.each([
    ['is open within its hours', weekdays, '2026-11-02T06:00:00Z', true],
    ['is closed before them, by its own clock', weekdays, '2026-11-02T05:59:00Z', false],
    ['is closed at the end of them', weekdays, '2026-11-02T15:00:00Z', false],
    ['is closed on other days', weekdays, '2026-11-01T10:00:00Z', false],
    ['keeps public holidays', weekdays, '2026-12-16T10:00:00Z', false],
    ['is always open around the clock', aroundTheClock, '2026-11-01T01:00:00Z', true],
    ['keeps those that were proclaimed', proclaimed, '2026-11-04T10:00:00Z', false],
    ['works on the day after', proclaimed, '2026-11-05T10:00:00Z', true],
    ['keeps other hours on them', holidayMornings, '2026-11-04T07:00:00Z', true],
    ['until their end', holidayMornings, '2026-11-04T10:00:00Z', false],
    ['takes their day by its own clock', holidayMornings, '2026-11-03T22:30:00Z', false],
    ['follows daylight saving', mornings, '2026-07-01T07:30:00Z', true],
    ['has its own winter too', mornings, '2026-12-01T07:30:00Z', false],
    ['may be open on request', onRequest, '2026-11-01T10:00:00Z', true],
  ])('is open or closed by the rule: %s', (_, site, at, expected) => {
    expect(openAt(site, [new Date(at)])).toEqual([expected]);
  });
});
