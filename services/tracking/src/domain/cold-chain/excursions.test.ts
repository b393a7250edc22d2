import { describe, expect, it } from 'vitest';
import { clockAt, fridge, readingsOf } from '../../../test/readings.ts';
import { excursionsIn } from './excursions.ts';
import { defaultRules, sortTrace } from './reading.ts';

type Told = readonly (readonly [string, number])[];

const found = (told: Told, rules = defaultRules) =>
  excursionsIn(readingsOf('dev_1', told), fridge, rules).map(({ minutes, open }) => [
    minutes,
    open,
  ]);

describe('an excursion', () => {
  it.each<[string, Told, [number, boolean][]]>([
    ['nothing without readings', [], []],
    [
      'not 4 min 59 s',
      [
        ['09:00:00', 9],
        ['09:04:59', 9],
        ['09:05:30', 5],
      ],
      [],
    ],
    [
      '5 minutes to the second',
      [
        ['09:00:00', 9],
        ['09:05:00', 9],
        ['09:05:30', 5],
      ],
      [[5, false]],
    ],
    [
      'not one reading, however warm',
      [
        ['09:00:00', 40],
        ['09:06:00', 5],
      ],
      [],
    ],
    [
      'too cold as well as too warm',
      [
        ['09:00:00', 1.9],
        ['09:05:00', 8.1],
      ],
      [[5, true]],
    ],
    [
      'not at the lower edge',
      [
        ['09:00:00', 2],
        ['09:10:00', 2],
      ],
      [],
    ],
    [
      'not at the upper edge',
      [
        ['09:00:00', 8],
        ['09:10:00', 8],
      ],
      [],
    ],
    [
      'a hundredth beyond the edge',
      [
        ['09:00:00', 8.01],
        ['09:10:00', 8.01],
      ],
      [[10, true]],
    ],
    [
      'not two spells with one reading in range between them',
      [
        ['09:00:00', 9],
        ['09:04:00', 9],
        ['09:04:30', 8],
        ['09:05:00', 9],
        ['09:09:00', 9],
      ],
      [],
    ],
    [
      'one, however long it lasts, also over midnight UTC',
      [
        ['21:50:00', 9],
        ['23:59:59', 9],
        ['23:59:59.999', 4],
      ],
      [[129, false]],
    ],
    [
      'silence does not end it, for silence is not in range',
      [
        ['09:00:00', 9],
        ['09:20:00', 9],
        ['09:21:00', 5],
      ],
      [[20, false]],
    ],
    [
      'each spell by itself',
      [
        ['09:00:00', 9],
        ['09:06:00', 9],
        ['09:07:00', 5],
        ['10:00:00', 1],
        ['10:07:30', 1],
      ],
      [
        [6, false],
        [7, true],
      ],
    ],
  ])('is %s', (_what, told, expected) => {
    expect(found(told)).toEqual(expected);
  });

  it('takes as long as the rules say', () => {
    const told: Told = [
      ['09:00:00', 9],
      ['09:02:00', 9],
    ];
    expect(found(told)).toEqual([]);
    expect(found(told, { ...defaultRules, excursionMs: 120_000 })).toEqual([[2, true]]);
  });

  it('tells its coldest and warmest, its first and last reading out of range', () => {
    const trace = readingsOf('dev_1', [
      ['09:00:00', 8.5],
      ['09:03:00', 11.2],
      ['09:05:30', 9],
      ['09:06:00', 6],
    ]);
    expect(excursionsIn(trace, fridge, defaultRules)).toEqual([
      {
        device_id: 'dev_1',
        from: clockAt('09:00:00'),
        to: clockAt('09:05:30'),
        minutes: 5,
        min_c: 8.5,
        max_c: 11.2,
        open: false,
      },
    ]);
  });
});

describe('two probes', () => {
  const of = (first: Told, second: Told) =>
    excursionsIn(
      sortTrace([...readingsOf('dev_2', second), ...readingsOf('dev_1', first)]),
      fridge,
      defaultRules,
    ).map(({ device_id }) => device_id);

  it('out of range for three minutes each, one after the other, make no excursion', () => {
    expect(
      of(
        [
          ['09:00:00', 9],
          ['09:03:00', 9],
          ['09:03:30', 5],
        ],
        [
          ['09:03:00', 9],
          ['09:06:00', 9],
        ],
      ),
    ).toEqual([]);
  });

  it('of which one is fine do not clear the other', () => {
    expect(
      of(
        [
          ['09:00:00', 9],
          ['09:05:00', 9],
        ],
        [
          ['09:00:00', 5],
          ['09:02:30', 5],
          ['09:05:00', 5],
        ],
      ),
    ).toEqual(['dev_1']);
  });

  it('out of range together make one each', () => {
    expect(
      of(
        [
          ['09:00:00', 9],
          ['09:05:00', 9],
        ],
        [
          ['09:00:00', 9],
          ['09:05:00', 9],
        ],
      ),
    ).toEqual(['dev_1', 'dev_2']);
  });
});
