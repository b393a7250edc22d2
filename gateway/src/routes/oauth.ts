import { accounts, scopes } from '@svc/contracts';
import { z } from 'zod';
import { authUrl, docsUrl, type GatewayConfig } from '../config.ts';
import { liveOnly } from '../endpoint/declaration.ts';
import type { GatewayRoute, LocalRoute } from '../endpoint/route.ts';
import { cachedJson } from '../http/cached-json.ts';
import {
  deviceRegistration,
  registeredDevice,
  registrationHandler,
} from '../oauth/registration.ts';
import { assertionType } from '../oauth/request.ts';
import { tokenHandler } from '../oauth/token.ts';

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
      grant_type: z.literal('client_credentials').describe('The only grant that is supported.'),
      client_id: z
        .string()
        .optional()
        .describe('Id of the client, `cli_…`, unless it comes with HTTP Basic.'),
      client_secret: z
        .string()
        .optional()
        .describe('Secret of the client, unless it comes with HTTP Basic.'),
      client_assertion_type: z
        .literal(assertionType)
        .optional()
        .describe('Required beside `client_assertion`: says that it is a JWT.'),
      client_assertion: z
        .string()
        .optional()
        .describe(
          "A courier's device: JWT signed with its key (ES256); `iss` and `sub` its id, `aud` the issuer, `exp` within 5 minutes, a new `jti` each.",
        ),
      scope: z
        .string()
        .optional()
        .describe(
          'Scopes of the token, separated by blanks; all that the client holds when absent.',
        ),
    }),
    response: z.object({
      access_token: z.string().describe('JWT, to be sent as `Authorization: Bearer`.'),
      token_type: z.literal('Bearer').describe('How the token is sent.'),
      expires_in: z
        .int()
        .min(1)
        .describe('Life of the token in seconds: 900. Use it again until then.'),
      scope: z.string().describe('Scopes that the token carries, separated by blanks.'),
    }),
    refusals: ['payload_too_large', 'unsupported_media_type', 'unavailable'],
    summary: 'Exchange client credentials for an access token',
    description:
      'The client authenticates in the form (`client_secret_post`) or with HTTP Basic (`client_secret_basic`); the device of a courier signs an assertion (`private_key_jwt`, RFC 7523), which is good for one token. Without `scope` the token carries all that the client holds. Errors are those of RFC 6749: `error` and `error_description`.',
    handle: tokenHandler,
  },
  {
    ...common,
    operationId: 'registerDevice',
    method: 'POST',
    path: '/oauth/register',
    access: { public: 'api' },
    status: 201,
    metadata: deviceRegistration,
    response: registeredDevice,
    refusals: ['payload_too_large', 'unsupported_media_type', 'unavailable'],
    summary: "Register a courier's device",
    description:
      'Dynamic client registration (RFC 7591). The initial access token of a device enrolment is sent as `Authorization: Bearer`; it registers one device, and the same key again answers with the same device. Errors are those of RFC 6749: `error` and `error_description`.',
    handle: registrationHandler,
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
    description:
      'JWK set, RFC 7517: the next key, the active one, and those retired within the life of a token. May be cached for a minute.',
    handle: cachedJson('accounts', 'jwks', keysCacheSeconds),
  },
  {
    ...common,
    operationId: 'getAuthorizationServer',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    access: { public: 'page' },
    response: z.object({
      issuer: z.url().describe('Issuer of the tokens: their `iss`.'),
      token_endpoint: z.url().describe('Where tokens are issued.'),
      registration_endpoint: z.url().describe("Where couriers' devices register themselves."),
      jwks_uri: z.url().describe('Where the keys are that verify them.'),
      scopes_supported: z.array(z.string()).describe('Every scope that a client may hold.'),
      response_types_supported: z
        .array(z.string())
        .describe('Empty: nobody is asked, so there is no authorization endpoint.'),
      grant_types_supported: z.array(z.string()).describe('Ways to get a token.'),
      token_endpoint_auth_methods_supported: z
        .array(z.string())
        .describe('Ways in which a client may authenticate.'),
      token_endpoint_auth_signing_alg_values_supported: z
        .array(z.string())
        .describe('Algorithms of signed assertions.'),
      service_documentation: z.url().describe('Address of the reference for people.'),
    }),
    refusals: [],
    summary: 'Authorization server metadata (RFC 8414)',
    description: 'Where tokens are issued, by which methods, and where the keys are.',
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
  registration_endpoint: `${authUrl(config)}/oauth/register`,
  jwks_uri: `${authUrl(config)}/.well-known/jwks.json`,
  scopes_supported: scopes,
  response_types_supported: [],
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: [
    'client_secret_post',
    'client_secret_basic',
    'private_key_jwt',
  ],
  token_endpoint_auth_signing_alg_values_supported: ['ES256'],
  service_documentation: docsUrl(config),
});
