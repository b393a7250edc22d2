import { temperatureClasses, temperatureRanges } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { clockAt, fridge } from '../../../test/readings.ts';
import { defaultRules } from './reading.ts';
import { simulatedProbes, simulateTrace } from './sandbox-probe.ts';
import { summaryOf } from './trace-summary.ts';

const trip = { from: clockAt('09:00:00'), to: clockAt('09:39:30') };
const warm = (time: string) =>
  simulatedProbes({ temperature_c: 11, minutes: 7, until: clockAt(time) });
const judged = ({ window, readings }: ReturnType<typeof simulateTrace>, range = fridge) =>
  summaryOf(readings, { range, window, rules: defaultRules });

describe('the probe of the sandbox', () => {
  it.each(temperatureClasses)('keeps %s in range from end to end, in calibration', (name) => {
    const range = temperatureRanges[name];
    const trace = simulateTrace(trip, range, {});
    expect(trace.window).toEqual(trip);
    expect([trace.readings[0]?.at, trace.readings.at(-1)?.at]).toEqual([trip.from, trip.to]);
    expect(judged(trace, range)).toMatchObject({ result: 'in_range', coverage: 1, gaps: [] });
  });

  it('simulates the same readings every time, numbered from 1', () => {
    const { readings } = simulateTrace(trip, fridge, {});
    expect(readings).toEqual(simulateTrace(trip, fridge, {}).readings);
    expect(readings.map(({ seq }) => seq)).toEqual(readings.map((_, place) => place + 1));
  });

  it('measures the excursion of the scenario, and no other', () => {
    const found = judged(simulateTrace(trip, fridge, warm('09:24:10')));
    expect(found).toMatchObject({ result: 'excursion', max_c: 11, coverage: 1 });
    expect(found.excursions).toMatchObject([
      { from: clockAt('09:17:10'), to: clockAt('09:24:10'), minutes: 7, max_c: 11 },
    ]);
  });

  it('watches a job of a minute for as long as its excursion lasted', () => {
    const minute = { from: clockAt('09:00:20'), to: clockAt('09:00:55') };
    const trace = simulateTrace(minute, fridge, warm('09:00:35'));
    expect(trace.window).toEqual({ from: clockAt('08:53:35'), to: minute.to });
    expect(judged(trace)).toMatchObject({ result: 'excursion', excursions: [{ minutes: 7 }] });
  });

  it('has a reading of a trip of no duration', () => {
    const moment = { from: trip.from, to: trip.from };
    expect(simulateTrace(moment, fridge, {}).readings).toHaveLength(1);
  });
});
