import {
  baseUrl,
  carrierSettings,
  port,
  processConfig,
  publicUrl,
  readConfig,
} from '@svc/kit/config';
import { filesUrl } from '@svc/kit/storage';
import { z } from 'zod';

/** The one key that the sandbox takes; published on purpose, it opens fictional data only. */
export const publishedSandboxKey = 'svc_test_published_sandbox_key_v1';

/** Environment variables of the gateway. */
export const gatewayConfig = processConfig
  .pick({
    SVC_ENVIRONMENT: true,
    SVC_SECRET: true,
    SVC_NATS_URL: true,
    SVC_NATS_SEED: true,
    SVC_NATS_USER: true,
    SVC_NATS_PASSWORD: true,
    SVC_NATS_CA: true,
    SVC_ADMIN_PORT: true,
    SVC_ADMIN_HOST: true,
    SVC_LOG_LEVEL: true,
    SVC_TRACES_URL: true,
    SVC_TRACES_RATIO: true,
    SVC_DRAIN_MS: true,
  })
  .extend({
    ...carrierSettings,
    SVC_HTTP_PORT: port.default(8080).describe('Port of the API.'),
    SVC_HTTP_HOST: z.string().default('127.0.0.1').describe('Address that the API listens on.'),
    SVC_PUBLIC_URL: publicUrl,
    SVC_DOCS_URL: baseUrl
      .optional()
      .describe(
        'Where the documentation is served; problem types begin with it. `<public url>/docs`.',
      ),
    SVC_AUTH_URL: baseUrl
      .optional()
      .describe('Issuer of access tokens; the public URL when absent.'),
    SVC_API_AUDIENCE: z
      .string()
      .min(1)
      .default('svc-api')
      .describe('The `aud` that an access token must carry.'),
    SVC_FILES_URL: filesUrl,
    SVC_SANDBOX_KEY: z
      .string()
      .startsWith('svc_test_')
      .default(publishedSandboxKey)
      .describe('The one API key of the sandbox; published, so no secret.'),
    SVC_LIVE_LIMIT: z.coerce
      .number()
      .int()
      .min(1)
      .default(600)
      .describe('Requests a minute of one client on live; a sixth more passes as a burst.'),
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
    SVC_IN_FLIGHT_MAX: z.coerce
      .number()
      .int()
      .min(1)
      .default(256)
      .describe('Requests in flight in one process; more are answered 503.'),
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
      .describe('Open event streams of one address.'),
    SVC_WATCH_POLL_MS: z.coerce
      .number()
      .int()
      .min(10)
      .default(1_000)
      .describe('Poll interval for the changes that an open tracking page shows.'),
    SVC_TRUSTED_PROXIES: z.coerce
      .number()
      .int()
      .min(0)
      .max(5)
      .default(0)
      .describe(
        'How many proxies in front append to x-forwarded-for; 0 when clients connect directly.',
      ),
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
