import { environment, publicUrl, serviceSecret } from '@svc/kit/config';
import { z } from 'zod';

export const config = z.object({
  SVC_ENVIRONMENT: environment,
  /** Encrypts the handover codes. */
  SVC_SECRET: serviceSecret,
  SVC_PUBLIC_URL: publicUrl,
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
    .describe('Days for which note and contacts of a job are kept after its latest milestone.'),
});
export type Config = z.infer<typeof config>;

/** Base URLs under the names that the domain gives them. */
export const addressesOf = ({ SVC_PUBLIC_URL, SVC_API_URL }: Config) => ({
  publicUrl: SVC_PUBLIC_URL,
  apiUrl: SVC_API_URL,
});
