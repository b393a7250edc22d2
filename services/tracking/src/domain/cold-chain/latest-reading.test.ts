import { describe, expect, it } from 'vitest';
import { clockAt, fridge, readingsOf } from '../../../test/readings.ts';
import { latestReadingOf } from './latest-reading.ts';
import { sortTrace } from './reading.ts';

const none = { range: fridge, runs: new Map() };

describe('the latest reading', () => {
  it('is absent where nothing was measured', () => {
    expect(latestReadingOf([], none)).toBeUndefined();
  });

  it.each([
    ['in range', '09:00 5, 09:01 6', 6, null],
    ['out of range, before it is an excursion', '09:00 5, 09:01 9', 9, '09:01:00'],
    ['out of range since its first reading that was', '09:00 5, 09:01 9, 09:02 12', 12, '09:01:00'],
    ['in range again', '09:00 9, 09:01 8', 8, null],
    ['out of range once more', '09:00 9, 09:01 8, 09:02 1.9', 1.9, '09:02:00'],
  ] as [string, string, number, string | null][])(
    'is judged by the rule: %s',
    (_case, readings, temperature_c, since) => {
      expect(latestReadingOf(readingsOf('dev_1', readings), none)).toMatchObject({
        temperature_c,
        out_of_range_since: since === null ? null : clockAt(since),
      });
    },
  );

  it('of several probes is that of the one out of range for the longest', () => {
    const trace = sortTrace([
      ...readingsOf('dev_1', '09:00 5, 09:05 5'),
      ...readingsOf('dev_2', '09:00 9, 09:04 10'),
      ...readingsOf('dev_3', '09:02 20, 09:04:30 20'),
    ]);
    expect(latestReadingOf(trace, none)).toEqual({
      device_id: 'dev_2',
      at: clockAt('09:04:00'),
      temperature_c: 10,
      out_of_range_since: clockAt('09:00:00'),
    });
  });

  it('continues from what was decided of a probe before', () => {
    const from = clockAt('08:50:00');
    const run = { device_id: 'dev_1', from, to: from, min_c: 9, max_c: 9 };
    const runs = new Map([['dev_1', run]]);
    const warm = readingsOf('dev_1', '09:00 10');
    expect(latestReadingOf(warm, { range: fridge, runs })?.out_of_range_since).toEqual(from);
    const fine = readingsOf('dev_1', '09:00 5');
    expect(latestReadingOf(fine, { range: fridge, runs })?.out_of_range_since).toBeNull();
  });

  it('is in range where there is no range', () => {
    const trace = readingsOf('dev_1', '09:00 50');
    expect(latestReadingOf(trace, { range: null, runs: new Map() })?.out_of_range_since).toBeNull();
  });
});
