import type { CliCommand, Values } from '@svc/text/command';
import { z } from 'zod';

export const courierScenarios = ['delivered', 'returned', 'seal_broken', 'cancelled_late'] as const;
export type CourierScenario = (typeof courierScenarios)[number];

/** Default number of jobs, without `--jobs` and `--take`. */
const usualJobs = 3;

const options = {
  jobs: {
    schema: z.coerce.number().int().min(1).max(1_000).optional(),
    value: 'N',
    about: `how many jobs to drive (default ${usualJobs}, or as many as --take names)`,
  },
  speed: {
    schema: z.coerce.number().positive().max(1_000_000).default(60),
    value: 'X',
    about: 'minutes on the road that pass in a minute here (default 60)',
  },
  seed: {
    schema: z.coerce.number().int().min(0).default(1),
    value: 'S',
    about: 'the same seed tells the same story (default 1)',
  },
  scenario: {
    schema: z.enum([...courierScenarios, 'mixed']).default('mixed'),
    value: 'NAME',
    about: `${courierScenarios.join(', ')}, or mixed: each in turn (default mixed)`,
  },
  take: {
    schema: z.array(z.string().min(1)).default([]),
    value: 'JOB',
    about: 'drives this job: its id, its SVC- reference or your own reference',
    multiple: true,
  },
  booked: {
    schema: z.boolean().default(false),
    about: 'drives the oldest booked jobs of the demo tenant before it books others',
  },
} satisfies CliCommand['options'];

export const courierCommand = {
  name: 'npm run simulate -- courier',
  about: 'Simulated couriers drive jobs of the demo tenant on a running npm start.',
  options,
} satisfies CliCommand;

export type CourierSettings = Values<typeof options> & { jobs: number };

/** How many jobs there are to drive. */
export const settingsOf = ({ jobs, ...values }: Values<typeof options>): CourierSettings => ({
  ...values,
  jobs: Math.max(jobs ?? (values.take.length || usualJobs), values.take.length),
});
