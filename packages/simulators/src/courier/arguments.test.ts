import { readArguments } from '@svc/text/command';
import { expect, it } from 'vitest';
import { courierCommand, settingsOf } from './arguments.ts';

const usual = { jobs: 3, speed: 60, seed: 1, scenario: 'mixed', take: [], booked: false };
const read = (args: string) => readArguments(courierCommand, args.split(' ').filter(Boolean));

it.each([
  ['', usual],
  ['--jobs 5 --speed 0.5 --seed 7', { ...usual, jobs: 5, speed: 0.5, seed: 7 }],
  ['--scenario returned --booked', { ...usual, scenario: 'returned', booked: true }],
  ['--take SVC-1', { ...usual, jobs: 1, take: ['SVC-1'] }],
  ['--take SVC-1 --take PO-77 --jobs 1', { ...usual, jobs: 2, take: ['SVC-1', 'PO-77'] }],
  ['--take SVC-1 --jobs 4', { ...usual, jobs: 4, take: ['SVC-1'] }],
])('%j is read as the options that it names', (args, settings) => {
  const reading = read(args);
  expect('values' in reading && settingsOf(reading.values)).toEqual(settings);
});

it.each(['--jobs 0', '--speed 0', '--scenario lost'])('%j is refused by name', (wrong) => {
  expect(read(wrong)).toEqual({ fault: expect.stringContaining(`${wrong}: `) });
});
