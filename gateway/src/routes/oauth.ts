import { accounts, scopes } from '@svc/contracts';
import { z } from 'zod';
import { authUrl, docsUrl, type GatewayConfig } from '../config.ts';
import { cachedJson } from '../http/cached-json.ts';
import { tokenHandler } from '../oauth/token.ts';
import { type GatewayRoute, type LocalRoute, liveOnly } from './route.ts';

const keysCacheSeconds = 60;

const common = {
  kind: 'local',
  environments: liveOnly,
  status: 200,
  tag: 'Authentication',
  root: true,
  mediaType: 'application/json',
} as const satisfies Partial<LocalRoute>;

const json = 'application/json; charset=utf-8';

export const oauthRoutes: readonly GatewayRoute[] = [
  {
    ...common,
    operationId: 'issueToken',
    method: 'POST',
    path: '/oauth/token',
    access: { public: 'api' },
    form: z.object({
      grant_type: z.literal('client_credentials'),
      client_id: z.string().optional(),
      client_secret: z.string().optional(),
      scope: z.string().optional(),
    }),
    response: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int(),
      scope: z.string(),
    }),
    refusals: ['payload_too_large', 'unavailable'],
    summary: 'Exchange client credentials for an access token',
    description:
      'The client authenticates in the form (`client_secret_post`) or with HTTP Basic (`client_secret_basic`). Without `scope` the token carries all that the client holds. Errors are those of RFC 6749: `error` and `error_description`.',
    handle: tokenHandler,
  },
  {
    ...common,
    operationId: 'getSigningKeys',
    method: 'GET',
    path: '/.well-known/jwks.json',
    access: { public: 'page' },
    response: accounts.actions.jwks.output,
    refusals: ['unavailable'],
    summary: 'Public keys that access tokens are signed with',
    handle: cachedJson('accounts', 'jwks', keysCacheSeconds),
  },
  {
    ...common,
    operationId: 'getAuthorizationServer',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    access: { public: 'page' },
    response: z.object({ issuer: z.url(), token_endpoint: z.url(), jwks_uri: z.url() }),
    refusals: [],
    summary: 'Authorization server metadata (RFC 8414)',
    handle: ({ config }) => {
      const text = JSON.stringify(serverMetadata(config));
      return (_request, reply) => reply.header('content-type', json).send(text);
    },
  },
];

/** Authorization server metadata (RFC 8414). */
const serverMetadata = (config: GatewayConfig) => ({
  issuer: authUrl(config),
  token_endpoint: `${authUrl(config)}/oauth/token`,
  jwks_uri: `${authUrl(config)}/.well-known/jwks.json`,
  scopes_supported: scopes,
  response_types_supported: [],
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  service_documentation: docsUrl(config),
});
