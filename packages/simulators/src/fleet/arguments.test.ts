import { readArguments } from '@svc/text/command';
import { expect, it } from 'vitest';
import { fleetCommand } from './arguments.ts';

const usual = { vehicles: 3, rate: 12, minutes: 12, seed: 1, fault: [] };
const read = (args: string) => readArguments(fleetCommand, args.split(' ').filter(Boolean));

it('options are read as named, with their defaults and bounds', () => {
  expect(read('')).toEqual({ values: usual, positionals: [] });
  const options = '--vehicles 500 --rate 0.5 --fault late --fault excursion';
  const values = { ...usual, vehicles: 500, rate: 0.5, fault: ['late', 'excursion'] };
  expect(read(options)).toEqual({ values, positionals: [] });
  for (const wrong of ['--vehicles 501', '--rate 0', '--fault fire']) {
    expect(read(wrong)).toEqual({ fault: expect.stringContaining(`${wrong}: `) });
  }
});
