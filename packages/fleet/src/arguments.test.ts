import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const usual = { vehicles: 3, rate: 12, minutes: 12, seed: 1, fault: [] };

it.each([
  ['', usual],
  [
    '--vehicles 500 --rate 0.5 --minutes 3 --seed 7',
    { ...usual, vehicles: 500, rate: 0.5, minutes: 3, seed: 7 },
  ],
  ['--fault late --fault excursion', { ...usual, fault: ['late', 'excursion'] }],
  ['--vehicles 501', undefined],
  ['--rate 0', undefined],
  ['--fault fire', undefined],
  ['--colour red', undefined],
  ['5', undefined],
])('%j', (args, settings) => {
  expect(readArguments(args.split(' ').filter(Boolean))).toEqual(settings);
});
