import type { CliCommand, Values } from '@svc/text/command';
import { z } from 'zod';

export const faults = [
  'duplicates',
  'late',
  'out-of-order',
  'excursion',
  'dead-sensor',
  'clock-skew',
] as const;
export type FleetFault = (typeof faults)[number];

const options = {
  vehicles: {
    schema: z.coerce.number().int().min(1).max(500).default(3),
    value: 'N',
    about: 'each with a job and a probe of its own, at most 500 (default 3)',
  },
  rate: {
    schema: z.coerce.number().positive().max(600).default(12),
    value: 'R',
    about: 'readings a minute of each vehicle (default 12)',
  },
  minutes: {
    schema: z.coerce.number().positive().max(1_440).default(12),
    value: 'M',
    about: 'from collection to hand-over, in real time (default 12)',
  },
  seed: {
    schema: z.coerce.number().int().min(0).default(1),
    value: 'S',
    about: 'the same seed drives the same way (default 1)',
  },
  fault: {
    schema: z.array(z.enum(faults)).default([]),
    value: 'NAME',
    about: `what goes wrong: ${faults.join(', ')}`,
    multiple: true,
  },
} satisfies CliCommand['options'];

export const fleetCommand = {
  name: 'npm run simulate -- fleet',
  about: 'A simulated provider of fleet telemetry for a running npm start.',
  options,
} satisfies CliCommand;

export type FleetSettings = Values<typeof options>;
