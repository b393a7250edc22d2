import { serviceSecret } from '@svc/kit/config';
import { z } from 'zod';

export const config = z.object({
  SVC_ENVIRONMENT: z.enum(['live', 'sandbox']).default('live'),
  /** Keys of the hashes and of the encrypted signing keys are derived from it. */
  SVC_SECRET: serviceSecret,
  /** `iss` of the tokens: where the token endpoint is served. */
  SVC_AUTH_URL: z.url().default('http://127.0.0.1:8080'),
  /** `aud` of the tokens. */
  SVC_API_AUDIENCE: z.string().min(1).default('svc-api'),
  /** Callers that the sandbox keeps at a time; a new one beyond is turned away. */
  SVC_SANDBOX_CALLERS_MAX: z.coerce.number().int().min(1).default(50_000),
});
export type Config = z.output<typeof config>;
