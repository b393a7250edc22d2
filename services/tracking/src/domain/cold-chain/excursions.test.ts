import { describe, expect, it } from 'vitest';
import { clockAt, fridge, readingsOf } from '../../../test/readings.ts';
import { isExcursion, spellsIn } from './excursions.ts';
import {
  type ColdChainRules,
  defaultRules,
  sortTrace,
  type TemperatureReading,
} from './reading.ts';

/** Until the hand-over at half past ten, unless a reading in range ends it. */
const handOver = '10:30:00';
const excursionsIn = (
  trace: readonly TemperatureReading[],
  rules: ColdChainRules = defaultRules,
  until = handOver,
) => spellsIn(trace, fridge, () => clockAt(until)).filter((spell) => isExcursion(spell, rules));

const found = (told: string, rules = defaultRules, until = handOver) =>
  excursionsIn(readingsOf('dev_1', told), rules, until).map(({ minutes }) => minutes);

describe('an excursion', () => {
  it.each<[string, string, number[]]>([
    ['nothing without readings', '', []],
    ['not 4 min 59 s', '09:00 9, 09:04 9, 09:04:59 5', []],
    ['5 minutes to the second', '09:00 9, 09:05 5', [5]],
    ['one reading, as long as the next one in range takes', '09:00 12, 09:05:20 5', [5]],
    ['not one reading that is in range again in time', '09:00 40, 09:04 5', []],
    ['one reading that is the last before the hand-over', '10:20 9', [10]],
    ['not one just before the hand-over', '10:29 9', []],
    ['too cold as well as too warm', '09:00 1.9, 09:05 8.1', [90]],
    ['not at the lower edge', '09:00 2, 09:10 2', []],
    ['not at the upper edge', '09:00 8, 09:10 8', []],
    ['a hundredth beyond the edge', '09:00 8.01, 09:10 8', [10]],
    [
      'not two spells with one reading in range between them',
      '09:00 9, 09:04:30 8, 09:05 9, 09:09 8',
      [],
    ],
    ['silence does not end it', '09:00 9, 09:20 9, 09:21 5', [21]],
    ['each spell by itself', '09:00 9, 09:06 9, 09:07 5, 10:00 1, 10:07:30 3', [7, 7]],
  ])('is %s by the rule', (_what, told, expected) => {
    expect(found(told)).toEqual(expected);
  });

  const limits = { min: 0, max: 12 };
  it.each<[string, string, number[]]>([
    ['not one that stays within them', '09:00 12, 09:04 0, 09:04:59 5', []],
    ['one reading above, however brief', '09:00 12.01, 09:00:20 5', [0]],
    ['one reading below', '09:00 -0.01, 09:01 5', [1]],
    ['the whole spell whose last reading is beyond', '09:00 9, 09:03 13, 09:04 5', [4]],
    ['the whole spell whose first reading is beyond', '09:00 13, 09:03 9, 09:04 5', [4]],
    ['the last reading, at the hand-over itself', '10:30 13', [0]],
    ['each spell by itself', '09:00 13, 09:01 5, 09:02 9, 09:03 5', [1]],
    ['one of five minutes within them, too', '09:00 9, 09:05 5', [5]],
  ])('is by absolute limits %s', (_what, told, expected) => {
    expect(found(told, { ...defaultRules, limits })).toEqual(expected);
  });

  it('is one over midnight UTC, of any length', () => {
    const told = '21:50 9, 23:59:59 9, 23:59:59.999 4';
    expect(found(told, defaultRules, '23:59:59')).toEqual([129]);
  });

  it('requires as many minutes as the rules configure', () => {
    const told = '09:00 9, 09:02 5';
    expect(found(told)).toEqual([]);
    expect(found(told, { ...defaultRules, excursionMs: 120_000 })).toEqual([2]);
  });

  it('has its coldest and warmest, its first reading and the one that ended it', () => {
    const trace = readingsOf('dev_1', '09:00 8.5, 09:03 11.2, 09:05:30 9, 09:06 6');
    expect(excursionsIn(trace)).toEqual([
      {
        device_id: 'dev_1',
        from: clockAt('09:00:00'),
        to: clockAt('09:06:00'),
        minutes: 6,
        min_c: 8.5,
        max_c: 11.2,
      },
    ]);
  });
});

it.each([
  ['for three minutes each in turn', '09:00 9, 09:03 9, 09:03:30 5', '09:03 9, 09:06 5', []],
  ['one of them alone', '09:00 9, 09:05 9', '09:00 5, 09:02:30 5, 09:05 5', ['dev_1']],
  ['together', '09:00 9, 09:05 9', '09:00 9, 09:05 9', ['dev_1', 'dev_2']],
])('two probes out of range are judged each by itself: %s', (_how, first, second, expected) => {
  const trace = sortTrace([...readingsOf('dev_2', second), ...readingsOf('dev_1', first)]);
  expect(excursionsIn(trace).map(({ device_id }) => device_id)).toEqual(expected);
});
