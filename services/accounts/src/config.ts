import { z } from 'zod';

export const config = z.object({
  SVC_ENVIRONMENT: z.enum(['live', 'sandbox']).default('live'),
  /** Keys of the hashes and of the sealed signing keys are derived from it. */
  SVC_SECRET: z.string().min(32),
  /** `iss` of the tokens: where the token endpoint is served. */
  SVC_AUTH_URL: z.url().default('http://127.0.0.1:8080'),
  /** `aud` of the tokens. */
  SVC_API_AUDIENCE: z.string().min(1).default('svc-api'),
});
export type Config = z.output<typeof config>;
