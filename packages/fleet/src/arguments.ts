import { parseArgs } from 'node:util';
import { z } from 'zod';

export const faults = [
  'duplicates',
  'late',
  'out-of-order',
  'excursion',
  'dead-sensor',
  'clock-skew',
] as const;
export type Fault = (typeof faults)[number];

const settings = z.object({
  /** Each with a job and a probe of its own. */
  vehicles: z.coerce.number().int().min(1).max(500).default(3),
  /** Readings a minute of each vehicle. */
  rate: z.coerce.number().positive().max(600).default(12),
  /** From collection to hand-over. */
  minutes: z.coerce.number().positive().max(1_440).default(12),
  seed: z.coerce.number().int().min(0).default(1),
  fault: z.array(z.enum(faults)).default([]),
});
export type Settings = z.infer<typeof settings>;

export const usage = `usage: npm run fleet -- [--vehicles N] [--rate R] [--minutes M] [--seed S]
         [--fault ${faults.join('|')}]...`;

/** `undefined` for arguments that are none. */
export function readArguments(args: string[]): Settings | undefined {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        vehicles: text,
        rate: text,
        minutes: text,
        seed: text,
        fault: { ...text, multiple: true },
      },
    });
    return settings.safeParse(values).data;
  } catch {
    return undefined;
  }
}
