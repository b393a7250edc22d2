import { environment, serviceSecret } from '@svc/kit/config';
import { z } from 'zod';

export const config = z.object({
  SVC_ENVIRONMENT: environment,
  /** Keys of the hashes and of the encrypted signing keys are derived from it. */
  SVC_SECRET: serviceSecret,
  SVC_AUTH_URL: z
    .url()
    .default('http://127.0.0.1:8080')
    .describe('Issuer (`iss`) of access tokens: where the token endpoint is served.'),
  SVC_API_AUDIENCE: z
    .string()
    .min(1)
    .default('svc-api')
    .describe('The `aud` that an access token must carry.'),
  SVC_SANDBOX_CALLERS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(50_000)
    .describe('Callers that the sandbox keeps at a time; a new one beyond is turned away.'),
});
export type Config = z.output<typeof config>;
