import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const usual = { jobs: 3, speed: 60, seed: 1, scenario: 'mixed', take: false };

it.each([
  ['', usual],
  ['--jobs 5 --speed 0.5 --seed 7', { ...usual, jobs: 5, speed: 0.5, seed: 7 }],
  ['--scenario returned --take', { ...usual, scenario: 'returned', take: true }],
  ['--jobs 0', undefined],
  ['--jobs many', undefined],
  ['--speed 0', undefined],
  ['--scenario lost', undefined],
  ['--colour red', undefined],
  ['5', undefined],
])('%j', (args, settings) => {
  expect(readArguments(args.split(' ').filter(Boolean))).toEqual(settings);
});
