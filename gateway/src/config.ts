import {
  baseUrl,
  carrierSettings,
  httpProcessConfig,
  liveLimit,
  port,
  publicUrl,
  readConfig,
  sandboxSettings,
} from '@svc/kit/config';
import { trustedProxies } from '@svc/kit/limits/address';
import { requestsMax } from '@svc/kit/limits/concurrency';
import { filesUrl } from '@svc/kit/storage';
import { z } from 'zod';

export { publishedSandboxKey } from '@svc/kit/config';

/** Environment variables of the gateway. */
export const gatewayConfig = httpProcessConfig.extend({
  ...carrierSettings,
  SVC_HTTP_PORT: port.default(8080).describe('Port of the API.'),
  SVC_HTTP_HOST: z.string().default('127.0.0.1').describe('Address that the API listens on.'),
  SVC_PUBLIC_URL: publicUrl,
  SVC_DOCS_URL: baseUrl
    .optional()
    .describe(
      'Where the documentation is served; problem types begin with it. `<public url>/docs`.',
    ),
  SVC_AUTH_URL: baseUrl.optional().describe('Issuer of access tokens; the public URL when absent.'),
  SVC_API_AUDIENCE: z
    .string()
    .min(1)
    .default('svc-api')
    .describe('The `aud` that an access token must carry.'),
  SVC_FILES_URL: filesUrl,
  ...sandboxSettings,
  SVC_LIVE_LIMIT: liveLimit,
  SVC_ANONYMOUS_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .default(60)
    .describe(
      'Requests a minute of one address without a credential; pages get ten times as many.',
    ),
  SVC_SANDBOX_ADDRESS_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .default(600)
    .describe('Requests a minute of one address on the sandbox.'),
  SVC_SANDBOX_SESSION_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .default(60)
    .describe('New sessions an hour of one address on the sandbox.'),
  SVC_IN_FLIGHT_MAX: requestsMax,
  SVC_IN_FLIGHT_PER_CLIENT: z.coerce
    .number()
    .int()
    .min(1)
    .default(128)
    .describe('Requests in flight of one client in one process; more are answered 503.'),
  SVC_STREAMS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .default(20)
    .describe('Open event streams of one address; of the control desk: of one client.'),
  SVC_WATCH_POLL_MS: z.coerce
    .number()
    .int()
    .min(10)
    .default(1_000)
    .describe('Poll interval for the changes that an open tracking page shows.'),
  SVC_TRUSTED_PROXIES: trustedProxies,
});
export type GatewayConfig = z.output<typeof gatewayConfig>;
export type ApiEnvironment = GatewayConfig['SVC_ENVIRONMENT'];

export const readGatewayConfig = (env?: NodeJS.ProcessEnv): GatewayConfig =>
  readConfig(gatewayConfig, env);

export const docsUrl = (config: GatewayConfig): string =>
  config.SVC_DOCS_URL ?? `${config.SVC_PUBLIC_URL}/docs`;
export const authUrl = (config: GatewayConfig): string =>
  config.SVC_AUTH_URL ?? config.SVC_PUBLIC_URL;

const prefixes = { live: '/v1', sandbox: '/api/v1' } as const;
export const prefixOf = (environment: ApiEnvironment): string => prefixes[environment];
