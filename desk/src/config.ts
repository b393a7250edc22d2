import { httpProcessConfig, readConfig } from '@svc/kit/config';
import { baseUrl, port, sharedSettings } from '@svc/kit/settings';
import { mapSettings } from '@svc/web/map/settings';
import { z } from 'zod';

const perMinute = z.coerce.number().int().min(1);

/** Environment variables of the desk. */
export const deskConfig = httpProcessConfig
  .extend({
    SVC_HTTP_PORT: port.default(8082).describe('Port of the pages.'),
    SVC_HTTP_HOST: z.string().default('127.0.0.1').describe('Address that the pages listen on.'),
    SVC_DESK_URL: baseUrl
      .default('http://localhost:8082')
      .describe(
        'Where browsers reach the desk: origin of its cookies and forms. The provider returns to `<public URL>/sign-in/callback`.',
      ),
    SVC_DESK_SESSION_LIMIT: perMinute
      .default(300)
      .describe(
        'Requests a minute of one person at the desk, all sessions together; scripts and icon are not counted.',
      ),
    SVC_DESK_ADDRESS_LIMIT: perMinute
      .default(300)
      .describe(
        'Requests a minute of one address at the desk without a session; as many with sessions that do not exist.',
      ),
    SVC_DESK_SIGN_IN_LIMIT: perMinute
      .default(20)
      .describe('Failed sign-ins a minute of one address at the desk.'),
    ...sharedSettings.pick({ SVC_OPERATING_AREA: true }).shape,
    ...mapSettings,
    SVC_DOCS_URL: baseUrl
      .optional()
      .describe('Where the documentation is served: pages lead to it; without it they do not.'),
    SVC_OIDC_ISSUER: z
      .url({ protocol: /^https?$/ })
      .describe('OpenID provider that signs people in: its issuer, as its metadata says.'),
    SVC_OIDC_CLIENT_ID: z
      .string()
      .min(1)
      .max(255)
      .describe("The desk's client at the provider, with the code flow and PKCE."),
    SVC_OIDC_CLIENT_SECRET: z.string().min(1).optional().meta({
      description: 'Secret of that client; without one it is a public client.',
      secret: true,
    }),
  })
  .refine((c) => isLoopback(c.SVC_OIDC_ISSUER) || c.SVC_OIDC_ISSUER.startsWith('https:'), {
    path: ['SVC_OIDC_ISSUER'],
    error: 'must be https, unless it is on a loopback address',
  })
  .refine(({ SVC_SANDBOX_URL: url = 'https:' }) => url.startsWith('https:') || isLoopback(url), {
    path: ['SVC_SANDBOX_URL'],
    error: 'must be https, unless it is on a loopback address',
  })
  .refine((c) => isLoopback(c.SVC_DESK_URL) || !isLoopback(c.SVC_OIDC_ISSUER), {
    path: ['SVC_OIDC_ISSUER'],
    error:
      'is on a loopback address, and SVC_DESK_URL is not: a development provider asks for no password',
  })
  .refine((c) => isLoopback(c.SVC_DESK_URL) || c.SVC_DESK_URL.startsWith('https:'), {
    path: ['SVC_DESK_URL'],
    error: 'must be https, unless it is on a loopback address: browsers keep its cookies only then',
  });
export type DeskConfig = z.output<typeof deskConfig>;

export const readDeskConfig = (env?: NodeJS.ProcessEnv): DeskConfig => readConfig(deskConfig, env);

/** A provider that asks for no password: a desk that others reach may not have it. */
export const isDevelopment = ({ SVC_OIDC_ISSUER }: DeskConfig): boolean =>
  isLoopback(SVC_OIDC_ISSUER);

/** RFC 6761 and RFC 5735: names and addresses that lead to this machine alone. */
export const isLoopback = (url: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
