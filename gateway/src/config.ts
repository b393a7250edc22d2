import { apiPrefixes } from '@svc/contracts';
import { httpProcessConfig, readConfig } from '@svc/kit/config';
import { baseUrl, port, sharedSettings } from '@svc/kit/settings';
import { mapSettings } from '@svc/web/map/settings';
import { z } from 'zod';
import { logoFault } from './brand/logo.ts';

/** Environment variables of the gateway. */
export const gatewayConfig = httpProcessConfig.extend({
  SVC_HTTP_PORT: port.default(8080).describe('Port of the API.'),
  SVC_HTTP_HOST: z.string().default('127.0.0.1').describe('Address that the API listens on.'),
  ...sharedSettings.pick({
    ...{ SVC_PUBLIC_URL: true, SVC_LIVE_LIMIT: true, SVC_OPERATING_AREA: true },
  }).shape,
  SVC_MAP_PMTILES: mapSettings.SVC_MAP_PMTILES,
  SVC_CARRIER_COLOR: z
    .string()
    .regex(/^#[\da-f]{6}$/i, { error: 'six hex digits after #, e.g. #0a48b3' })
    .optional()
    .describe(
      'Colour of the carrier on public pages, e.g. `#0a48b3`. It is darkened on light pages and lightened on dark ones until its contrast is 7.',
    ),
  SVC_CARRIER_LOGO: z
    .string()
    .min(1)
    .optional()
    .superRefine((path, context) => {
      const fault = path === undefined ? undefined : logoFault(path);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    })
    .describe(
      'Logo of the carrier, in place of its name in the head of public pages: an SVG or PNG file of at most 128 KiB.',
    ),
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
  SVC_TENANT_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .default(6_000)
    .describe(
      'Requests a minute of all clients and keys of one tenant on live; those with `ops:` scopes are excepted.',
    ),
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
  SVC_OPERATIONS_DOCS: z
    .stringbool()
    .default(false)
    .describe(
      'Publishes the pages for operators (operations, runbooks) with the documentation; anyone who reaches it reads them.',
    ),
  SVC_WATCH_POLL_MS: z.coerce
    .number()
    .int()
    .min(10)
    .default(1_000)
    .describe('Poll interval for the changes that an open tracking page shows.'),
});
export type GatewayConfig = z.output<typeof gatewayConfig>;
export type ApiEnvironment = GatewayConfig['SVC_ENVIRONMENT'];

export const readGatewayConfig = (env?: NodeJS.ProcessEnv): GatewayConfig =>
  readConfig(gatewayConfig, env);

export const docsUrl = (config: GatewayConfig): string =>
  config.SVC_DOCS_URL ?? `${config.SVC_PUBLIC_URL}/docs`;
export const authUrl = (config: GatewayConfig): string =>
  config.SVC_AUTH_URL ?? config.SVC_PUBLIC_URL;

export const prefixOf = (environment: ApiEnvironment): string => apiPrefixes[environment];
