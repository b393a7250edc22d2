import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const usual = { vehicles: 3, rate: 12, minutes: 12, seed: 1, fault: [] };
const read = (args: string) => readArguments(args.split(' ').filter(Boolean));

it.each([
  ['', usual],
  [
    '--vehicles 500 --rate 0.5 --minutes 3 --seed 7',
    { ...usual, vehicles: 500, rate: 0.5, minutes: 3, seed: 7 },
  ],
  ['--fault late --fault excursion', { ...usual, fault: ['late', 'excursion'] }],
])('%j is read as the options that it names', (args, values) => {
  expect(read(args)).toEqual({ values, positionals: [] });
});

it.each([
  ['--vehicles 501', /^--vehicles 501: /],
  ['--rate 0', /^--rate 0: /],
  ['--fault fire', /^--fault fire: .*excursion/],
  ['--colour red', /^--colour is no option/],
  ['5', /^"5" is no argument/],
])('%j is refused by name', (args, fault) => {
  expect(read(args)).toEqual({ fault: expect.stringMatching(fault) });
});
