import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockAt, fridge, readingsOf } from '../../../test/readings.ts';
import { downsample } from './downsample.ts';
import { defaultRules, type TemperatureReading } from './reading.ts';
import { summaryOf, type TraceResult } from './trace-summary.ts';

const window = { from: clockAt('09:00:00'), to: clockAt('10:00:00') };
const kept = { range: fridge, window, rules: defaultRules };

/** A reading every ten minutes of the hour. */
const hour = (
  temperatures: readonly number[],
  calibrated_until: string | null = '2027-06-30',
): TemperatureReading[] =>
  readingsOf(
    'dev_1',
    temperatures.map((temperature, i) => `09:${i}0 ${temperature}`).join(', '),
  ).map((reading) => ({ ...reading, calibrated_until }));

const fine = [4, 5, 5, 6, 5, 4];

describe('the result', () => {
  it.each<[TraceResult, string, TemperatureReading[]]>([
    ['in_range', 'all is well', hour(fine)],
    [
      'excursion',
      'one reading strays, and the next in range takes ten minutes',
      hour([4, 9, 5, 5, 5, 5]),
    ],
    [
      'brief_exposure',
      'one reading strays, and four minutes later it is in range again',
      [...hour(fine), ...readingsOf('dev_1', '09:12 9, 09:16 5')],
    ],
    ['insufficient_data', 'a suspect value is not decided on', hour([4, 85, 5, 5, 5, 5])],
    ['excursion', 'harm was seen beside a suspect value', hour([4, -127, 9, 9, 5, 5])],
    ['excursion', 'it was out of range for long enough', hour([4, 9, 9, 5, 5, 5])],
    ['insufficient_data', 'nobody watched', []],
    ['insufficient_data', 'the probe died on the way', hour(fine.slice(0, 4))],
    ['uncalibrated', 'the calibration ended the day before', hour(fine, '2026-11-01')],
    ['in_range', 'the calibration ends that very day', hour(fine, '2026-11-02')],
    ['uncalibrated', 'nobody said until when it is calibrated', hour(fine, null)],
    [
      'excursion',
      'a probe without calibration was out of range, and then silent',
      hour([9, 9], null),
    ],
    ['insufficient_data', 'it is neither watched nor calibrated', hour([5], null)],
  ])('of a trace is %s when %s', (result, _when, readings) => {
    expect(summaryOf(readings, kept).result).toBe(result);
  });

  it('counts the day of calibration in South Africa', () => {
    const late = { from: new Date('2026-11-02T22:30:00Z'), to: new Date('2026-11-02T22:40:00Z') };
    const [reading] = readingsOf('dev_1', '22:30 5');
    const told = reading ? [{ ...reading, calibrated_until: '2026-11-02' }] : [];
    expect(summaryOf(told, { ...kept, window: late }).result).toBe('uncalibrated');
  });
});

describe('a suspect value', () => {
  const trace = hour([4, 85, 5, 5, 5, 5]);
  it('is shown, and undecided among the figures', () => {
    expect(summaryOf(trace, kept)).toMatchObject({ max_c: 85, suspects: [{ temperature_c: 85 }] });
  });
  it.each(['genuine', 'sensor_fault'] as const)(
    'is treated as decided when it was %s',
    (decision) => {
      const { result, max_c, suspects } = summaryOf(trace, { ...kept, decision });
      expect(suspects).toHaveLength(1);
      expect([result, max_c]).toEqual(
        decision === 'genuine' ? ['excursion', 85] : ['insufficient_data', 5],
      );
    },
  );
});

describe('a summary', () => {
  it('has least, greatest, mean kinetic temperature and sensors', () => {
    const other = readingsOf('dev_0', '09:01 5, 09:11 5, 09:21 5, 09:31 2.5, 09:41 5, 09:51 5');
    expect(summaryOf([...hour(fine), ...other], kept)).toEqual({
      min_c: 2.5,
      max_c: 6,
      mkt_c: expect.closeTo(4.75, 0),
      coverage: 1,
      gaps: [],
      ...{ excursions: [], exposures: [], suspects: [], decision: null },
      sensors: [
        { device_id: 'dev_0', calibrated_until: '2027-06-30' },
        { device_id: 'dev_1', calibrated_until: '2027-06-30' },
      ],
      result: 'in_range',
    });
  });

  it('leaves out what was before and after the carrier had the parcels', () => {
    const outside = readingsOf('dev_1', '08:00 30, 08:59:59 30, 10:00:01 30, 10:30 30');
    expect(summaryOf([...outside, ...hour(fine)], kept)).toEqual(summaryOf(hour(fine), kept));
  });

  it('is the same for readings in any order and with repetitions', () => {
    const reading = fc.record({
      device_id: fc.constantFrom('dev_1', 'dev_2'),
      seq: fc.integer({ min: 1, max: 40 }),
      minute: fc.integer({ min: 0, max: 60 }),
      temperature_c: fc.double({ min: -5, max: 15, noNaN: true }),
    });
    const readings = fc
      .uniqueArray(reading, {
        selector: ({ device_id, seq }) => `${device_id} ${seq}`,
        maxLength: 40,
      })
      .map((all) =>
        all.map(({ minute, ...rest }) => ({
          ...rest,
          at: new Date(window.from.getTime() + minute * 60_000),
          calibrated_until: '2027-06-30',
        })),
      );
    fc.assert(
      fc.property(readings, fc.infiniteStream(fc.nat()), (told, dice) => {
        const shuffled = [...told, ...told]
          .map((one) => ({ one, place: dice.next().value }))
          .sort((a, b) => a.place - b.place)
          .map(({ one }) => one);
        expect(summaryOf(shuffled, kept)).toEqual(summaryOf(told, kept));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a thinned trace', () => {
  const long: TemperatureReading[] = Array.from({ length: 10_000 }, (_, i) => ({
    device_id: `dev_${i % 2}`,
    seq: i,
    at: new Date(window.from.getTime() + i * 1_000),
    temperature_c: i === 4_321 ? 21 : 5,
    calibrated_until: null,
  }));

  it('keeps every peak, and is small', () => {
    const few = downsample(long, 100);
    expect(few.length).toBeLessThanOrEqual(400);
    expect(few.some(({ temperature_c }) => temperature_c === 21)).toBe(true);
    expect(few).toEqual(long.filter((reading) => few.includes(reading)));
  });

  it('of few readings is the trace itself', () => {
    expect(downsample(long.slice(0, 50), 100)).toEqual(long.slice(0, 50));
    expect(downsample([], 100)).toEqual([]);
  });
});
