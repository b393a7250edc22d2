import { carrierSettings, port, processConfig, readConfig } from '@svc/kit/config';
import { filesUrl } from '@svc/kit/storage';
import { z } from 'zod';

/** The one key that the sandbox takes; published on purpose, it opens fictional data only. */
export const publishedSandboxKey = 'svc_test_published_sandbox_key_v1';

const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

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
    SVC_HTTP_PORT: port.default(8080),
    SVC_HTTP_HOST: z.string().default('127.0.0.1'),
    /** Where clients reach this gateway, without the version prefix. */
    SVC_PUBLIC_URL: baseUrl.default('http://127.0.0.1:8080'),
    /** Where the documentation is served; problem types begin with it. `<public url>/docs`. */
    SVC_DOCS_URL: baseUrl.optional(),
    /** Issuer of access tokens; the public URL when absent. */
    SVC_AUTH_URL: baseUrl.optional(),
    /** The `aud` that an access token must carry. */
    SVC_API_AUDIENCE: z.string().min(1).default('svc-api'),
    /** Where photos and signatures lie. */
    SVC_FILES_URL: filesUrl,
    SVC_SANDBOX_KEY: z.string().startsWith('svc_test_').default(publishedSandboxKey),
    /** Requests a minute of one client on live; a sixth more passes as a burst. */
    SVC_LIVE_LIMIT: z.coerce.number().int().min(1).default(600),
    /** Requests a minute of one address without a credential; pages get ten times as many. */
    SVC_ANONYMOUS_LIMIT: z.coerce.number().int().min(1).default(60),
    /** On the sandbox: requests a minute and new sessions an hour of one address. */
    SVC_SANDBOX_ADDRESS_LIMIT: z.coerce.number().int().min(1).default(600),
    SVC_SANDBOX_SESSION_LIMIT: z.coerce.number().int().min(1).default(60),
    /** Requests in flight: of this process, and of one client in it. More are turned away at once. */
    SVC_IN_FLIGHT_MAX: z.coerce.number().int().min(1).default(256),
    SVC_IN_FLIGHT_PER_CLIENT: z.coerce.number().int().min(1).default(128),
    /** Open event streams of one address. */
    SVC_STREAMS_PER_ADDRESS: z.coerce.number().int().min(1).default(20),
    /** How often an open tracking page is looked after. */
    SVC_WATCH_POLL_MS: z.coerce.number().int().min(10).default(1_000),
    /** How many proxies in front append to x-forwarded-for; 0 when clients connect directly. */
    SVC_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
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
