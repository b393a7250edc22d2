import { describe, expect, it } from 'vitest';
import { calendarOf } from './calendar.ts';

const calendar = calendarOf(['2026-11-04']);

describe('a window', () => {
  it.each([
    ['in Johannesburg', '2026-11-02', 'Africa/Johannesburg', '06:00', '06:30'],
    ['in a London summer', '2026-07-01', 'Europe/London', '07:00', '07:30'],
    ['in a London winter', '2026-12-01', 'Europe/London', '08:00', '08:30'],
    ['on the morning that summer time begins', '2026-03-29', 'Europe/London', '07:00', '07:30'],
    ['on the morning that it ends', '2026-10-25', 'Europe/London', '08:00', '08:30'],
    ['in a zone of half hours', '2026-11-02', 'Asia/Kolkata', '02:30', '03:00'],
  ])('is open at eight in the zone: %s', (_, date, ...[zone, starts, ends]) => {
    expect(calendar.windowOn(date, '08:00-08:30', zone ?? '')).toEqual({
      starts_at: new Date(`${date}T${starts}:00Z`),
      ends_at: new Date(`${date}T${ends}:00Z`),
    });
  });

  it.each([
    ['a time that is left out comes an hour later', '2026-03-29', '01:30-01:45', '01:30', '01:45'],
    ['a time that comes twice is the first', '2026-10-25', '01:30-01:45', '00:30', '00:45'],
  ])('is right when the clocks change: %s', (_, date, ...[window, starts, ends]) => {
    expect(calendar.windowOn(date, window ?? '', 'Europe/London')).toEqual({
      starts_at: new Date(`${date}T${starts}:00Z`),
      ends_at: new Date(`${date}T${ends}:00Z`),
    });
  });
});

it('the date of a moment is that of the zone', () => {
  const late = new Date('2026-11-02T22:30:00Z');
  expect(calendar.dateAt(late, 'Africa/Johannesburg')).toBe('2026-11-03');
  expect(calendar.dateAt(late, 'America/New_York')).toBe('2026-11-02');
});

it.each([
  ['a fixed one', '2026-12-16', true],
  ['the day after it', '2026-12-17', false],
  ['Good Friday', '2027-03-26', true],
  ['Family Day, the Monday after Easter', '2027-03-29', true],
  ['a Sunday', '2026-08-09', true],
  ['the Monday in its stead', '2026-08-10', true],
  ['a Saturday', '2026-12-26', true],
  ['one that was proclaimed once, by the setting', '2026-11-04', true],
  ['no Monday in the stead of a Saturday', '2026-12-28', false],
])('has the public holidays of South Africa: %s', (_, date, expected) => {
  expect(calendar.isHoliday(date)).toBe(expected);
});
