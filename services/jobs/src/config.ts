import { sharedSettings } from '@svc/kit/settings';
import { z } from 'zod';

const shared = sharedSettings.pick({
  SVC_ENVIRONMENT: true,
  SVC_SECRET: true,
  SVC_PUBLIC_URL: true,
});

/** `SVC_SECRET` encrypts the handover codes. */
export const config = shared.extend({
  SVC_API_URL: z
    .url()
    .default('http://127.0.0.1:8080/v1')
    .describe('Where the API is served, with its version.'),
  SVC_INSTRUCTIONS_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(30)
    .describe(
      'Days for which note, contacts and messages of a job are kept after its latest milestone.',
    ),
});
export type Config = z.infer<typeof config>;

/** Base URLs under the names that the domain gives them. */
export const addressesOf = ({ SVC_PUBLIC_URL, SVC_API_URL }: Config) => ({
  publicUrl: SVC_PUBLIC_URL,
  apiUrl: SVC_API_URL,
});
