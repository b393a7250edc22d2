import { expect, it } from 'vitest';
import { readArguments, settingsOf } from './arguments.ts';

const usual = { jobs: 3, speed: 60, seed: 1, scenario: 'mixed', take: [], booked: false };
const read = (args: string) => readArguments(args.split(' ').filter(Boolean));

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

it.each([
  ['--jobs 0', /^--jobs 0: /],
  ['--jobs many', /^--jobs many: /],
  ['--speed 0', /^--speed 0: /],
  ['--scenario lost', /^--scenario lost: .*delivered/],
  ['--colour red', /^--colour is no option/],
  ['--take', /'--take <value>'/],
  ['5', /^"5" is no argument/],
])('%j is refused by name', (args, fault) => {
  expect(read(args)).toEqual({ fault: expect.stringMatching(fault) });
});

it('--help lists every option and scenario', () => {
  expect(read('--help')).toEqual({ help: expect.stringMatching(/--take JOB …(.|\n)*--booked/) });
});
