import { parseArgs } from 'node:util';
import { z } from 'zod';

export const scenarios = ['delivered', 'returned', 'seal_broken', 'cancelled_late'] as const;
export type Scenario = (typeof scenarios)[number];

const settings = z.object({
  /** How many jobs to drive. */
  jobs: z.coerce.number().int().min(1).max(1_000).default(3),
  /** Minutes on the road that pass in a minute here. */
  speed: z.coerce.number().positive().max(1_000_000).default(60),
  /** The same seed tells the same story. */
  seed: z.coerce.number().int().min(0).default(1),
  scenario: z.enum([...scenarios, 'mixed']).default('mixed'),
  /** Takes jobs that are booked already before it books others. */
  take: z.boolean().default(false),
});
export type Settings = z.infer<typeof settings>;

export const usage = `usage: npm run courier -- [--jobs N] [--speed X] [--seed S] [--take]
         [--scenario ${[...scenarios, 'mixed'].join('|')}]`;

/** `undefined` for arguments that are none. */
export function readArguments(args: string[]): Settings | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        jobs: { type: 'string' },
        speed: { type: 'string' },
        seed: { type: 'string' },
        scenario: { type: 'string' },
        take: { type: 'boolean' },
      },
    });
    return settings.safeParse(values).data;
  } catch {
    return undefined;
  }
}
