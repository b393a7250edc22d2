import { sharedSettings } from '@svc/kit/settings';
import { z } from 'zod';
import { parseWitnesses } from './adapters/witness-keys.ts';

const witnesses = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return parseWitnesses(text);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'not valid';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });

/** `SVC_SECRET` encrypts the key that signs checkpoints. */
export const config = sharedSettings
  .pick({ SVC_SECRET: true, SVC_PUBLIC_URL: true, SVC_LOG_ORIGIN: true })
  .extend({
    SVC_LOG_WITNESSES: witnesses.describe(
      'Witnesses that are asked for cosignatures: `<vkey> <URL>`, several with commas.',
    ),
    SVC_LOG_QUORUM: z.coerce
      .number()
      .int()
      .min(1)
      .max(64)
      .default(1)
      .describe("How many of the witnesses the log's policy demands."),
    SVC_LOG_WITNESS_TIMEOUT_MS: z.coerce
      .number()
      .int()
      .min(10)
      .max(10_000)
      .default(1_000)
      .describe('Deadline of a request to a witness.'),
    SVC_LOG_POLL_MS: z.coerce
      .number()
      .int()
      .min(10)
      .max(10_000)
      .default(700)
      .describe(
        'Entries that come within this time share a batch, a checkpoint and a request to each witness; also the poll interval for entries that another replica received.',
      ),
  })
  .refine(
    (c) => c.SVC_LOG_WITNESSES.length === 0 || c.SVC_LOG_QUORUM <= c.SVC_LOG_WITNESSES.length,
    {
      path: ['SVC_LOG_QUORUM'],
      error: 'more than there are witnesses',
    },
  );
export type Config = z.output<typeof config>;
