import { sharedSettings } from '@svc/kit/settings';
import { z } from 'zod';

const shared = sharedSettings.pick({
  SVC_ENVIRONMENT: true,
  SVC_SECRET: true,
  SVC_LIVE_LIMIT: true,
  SVC_OPERATING_AREA: true,
  SVC_PUBLIC_HOLIDAYS: true,
});

/** Keys of the hashes and of the encrypted signing keys are derived from `SVC_SECRET`. */
export const config = shared.extend({
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
  SVC_CREDENTIALS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(50)
    .describe(
      'Clients of one tenant, and as many API keys; those of drivers and telemetry providers do not count.',
    ),
  SVC_SESSION_IDLE_S: z.coerce
    .number()
    .int()
    .min(60)
    .default(7_200)
    .describe('Seconds without a use after which the session of a signed-in person ends.'),
  SVC_SESSION_LIFE_S: z.coerce
    .number()
    .int()
    .min(60)
    .default(43_200)
    .describe('Seconds after which such a session ends, however much it is used.'),
});
export type Config = z.output<typeof config>;
