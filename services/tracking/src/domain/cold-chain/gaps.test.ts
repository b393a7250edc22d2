import { describe, expect, it } from 'vitest';
import { clockAt, readingsOf } from '../../../test/readings.ts';
import { coverageOf, gapsIn, isCovered, splitAtGaps } from './gaps.ts';
import { watchOfReporting } from './probe-watch.ts';
import { defaultRules, sortTrace, type TemperatureReading } from './reading.ts';

const window = { from: clockAt('09:00:00'), to: clockAt('10:00:00') };
const allGaps = (trace: readonly TemperatureReading[], within = window) =>
  gapsIn(trace, within, { rules: defaultRules, watch: watchOfReporting(trace, within) });
const traceAt = (...times: string[]) =>
  readingsOf('dev_1', times.map((time) => `${time} 5`).join(', '));
const shown = (times: string[], within = window) =>
  allGaps(traceAt(...times), within).map((gap) =>
    [gap.from, gap.to].map((end) => end.toISOString().slice(11, 19)).join(),
  );

describe('a gap', () => {
  it.each<[string, string[], string[]]>([
    ['is not 15 minutes', ['09:15:00', '09:30:00', '09:45:00'], []],
    ['is a second more', ['09:14', '09:29:01', '09:44', '09:59'], ['09:14:00,09:29:01']],
    ['is before the first reading', ['09:20', '09:35', '09:50'], ['09:00:00,09:20:00']],
    ['is after the last', ['09:10', '09:25', '09:40'], ['09:40:00,10:00:00']],
    ['is all there is without readings', [], ['09:00:00,10:00:00']],
  ])('is found by the rule: %s', (_what, times, expected) => {
    expect(shown(times)).toEqual(expected);
  });

  it('is the whole of a short window without readings', () => {
    const short = { from: window.from, to: clockAt('09:05:00') };
    expect(shown([], short)).toEqual(['09:00:00,09:05:00']);
  });

  it('is the silence of a probe while another one sends', () => {
    const one = readingsOf('dev_1', '09:00 5, 09:30 5, 10:00 5');
    const other = readingsOf('dev_2', '09:15 5, 09:45 5');
    expect(allGaps(sortTrace([...other, ...one]))).toEqual([window]);
  });
});

it('the trace of a probe is split where the probe was silent for more than 15 minutes', () => {
  const told = traceAt('09:00:00', '09:15:00', '09:30:01', '09:31:00');
  expect(splitAtGaps(told, defaultRules).map((stretch) => stretch.map(({ seq }) => seq))).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(splitAtGaps([], defaultRules)).toEqual([]);
});

describe('coverage', () => {
  const gapOf = (minutes: number) => [
    { from: window.from, to: new Date(window.from.getTime() + minutes * 60_000) },
  ];

  it.each([
    [[], 1, true],
    [gapOf(6), 0.9, true],
    [gapOf(6.001), 0.8999, false],
    [gapOf(60), 0, false],
  ])('is computed by the rule of case %#', (gaps, coverage, isEnough) => {
    expect(coverageOf(gaps, window)).toBe(coverage);
    expect(isCovered(gaps, window, defaultRules)).toBe(isEnough);
  });

  it('of a window without length is whole with a reading and none without', () => {
    const moment = { from: window.from, to: window.from };
    const [silent, watched] = [[], traceAt('09:00:00')].map((trace) => allGaps(trace, moment));
    expect([
      coverageOf(silent ?? [], moment),
      isCovered(silent ?? [], moment, defaultRules),
    ]).toEqual([0, false]);
    expect([
      coverageOf(watched ?? [], moment),
      isCovered(watched ?? [], moment, defaultRules),
    ]).toEqual([1, true]);
  });
});
