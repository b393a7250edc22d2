import { describe, expect, it } from 'vitest';
import { windowEnd } from './window.ts';

const johannesburg = { time_zone: 'Africa/Johannesburg', cut_off: '14:00' };
const newYork = { time_zone: 'America/New_York', cut_off: '14:00' };
const at = (time: string) => new Date(time);

describe('the end of a drop window', () => {
  it.each([
    // Johannesburg is two hours ahead.
    ['before the cut-off', '2026-11-23T11:59:59Z', '14:00-16:00', '2026-11-23T14:00:00.000Z'],
    ['at the cut-off', '2026-11-23T12:00:00Z', '14:00-16:00', '2026-11-24T14:00:00.000Z'],
    ['after the cut-off', '2026-11-23T20:00:00Z', '08:00-12:00', '2026-11-24T10:00:00.000Z'],
    ['early on the next day', '2026-11-23T22:30:00Z', '08:00-12:00', '2026-11-24T10:00:00.000Z'],
    ['on the last of a month', '2026-11-30T12:00:00Z', '00:00-23:59', '2026-12-01T21:59:00.000Z'],
  ])('is computed by the rule: %s', (_, received, window, due) => {
    expect(windowEnd(window, at(received), johannesburg)).toEqual({ due: at(due) });
  });

  it.each([
    ['clocks go forward tonight', '2026-03-07T20:00:00Z', '2026-03-08T13:00:00.000Z'],
    ['clocks went forward today', '2026-03-08T12:00:00Z', '2026-03-08T13:00:00.000Z'],
    ['clocks go back tonight', '2026-10-31T20:00:00Z', '2026-11-01T14:00:00.000Z'],
    ['clocks stay', '2026-06-01T12:00:00Z', '2026-06-01T13:00:00.000Z'],
  ])('is right in New York, when %s', (_, received, due) => {
    expect(windowEnd('08:00-09:00', at(received), newYork)).toEqual({ due: at(due) });
  });
});

describe('a malformed drop window', () => {
  it.each(['', '08:00', '8:00-9:00', '09:00-08:00', '09:00-09:00', '08:00-24:00', '08:60-09:00'])(
    'is rejected in the form %j',
    (window) => {
      const end = windowEnd(window, at('2026-11-23T08:00:00Z'), johannesburg);
      expect(end).toMatchObject({ code: 'invalid_window' });
    },
  );

  it.each([
    ['08:00-10:00', 'window_closed'],
    ['08:00-10:01', undefined],
  ])('is open at its end: %s', (window, code) => {
    const end = windowEnd(window, at('2026-11-23T08:00:00Z'), johannesburg);
    expect('code' in end ? end.code : undefined).toBe(code);
  });
});
