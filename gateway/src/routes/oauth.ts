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
      grant_type: z
        .literal('client_credentials')
        .describe('Grant type. Only `client_credentials` is supported.'),
      client_id: z
        .string()
        .optional()
        .describe('Client id, `cli_…`. Omit it if you use HTTP Basic.'),
      client_secret: z
        .string()
        .optional()
        .describe('Client secret. Omit it if you use HTTP Basic.'),
      client_assertion_type: z
        .literal(assertionType)
        .optional()
        .describe('Required with `client_assertion`: declares the assertion a JWT.'),
      client_assertion: z
        .string()
        .optional()
        .describe(
          "For courier devices: a JWT signed with the device's key (ES256). `iss` and `sub` are its id, `aud` is the issuer, `exp` is at most 5 minutes ahead, and `jti` is new for each.",
        ),
      scope: z
        .string()
        .optional()
        .describe('Requested scopes, separated by spaces. Defaults to all scopes of the client.'),
    }),
    response: z.object({
      access_token: z.string().describe('JWT. Send it as `Authorization: Bearer`.'),
      token_type: z.literal('Bearer').describe('Token type. Always `Bearer`.'),
      expires_in: z
        .int()
        .min(1)
        .describe('Lifetime of the token in seconds: 900. Reuse it until it expires.'),
      scope: z.string().describe('Scopes of the token, separated by spaces.'),
    }),
    refusals: ['payload_too_large', 'unsupported_media_type', 'unavailable'],
    summary: 'Exchange client credentials for an access token',
    description:
      "The client authenticates in the form (`client_secret_post`) or with HTTP Basic (`client_secret_basic`); a courier's device signs a single-use assertion (`private_key_jwt`, RFC 7523). Without `scope` the token carries all scopes of the client. Errors follow RFC 6749: `error` and `error_description`.",
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
      'Dynamic client registration (RFC 7591). Send the initial access token of a device enrolment as `Authorization: Bearer`. It registers one device; repeating the request with the same key returns the same device. Errors follow RFC 6749: `error` and `error_description`.',
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
    summary: 'Fetch the public keys of access tokens',
    description:
      'JWK set (RFC 7517): the next key, the active one, and keys retired within the lifetime of a token. May be cached for one minute.',
    handle: cachedJson('accounts', 'jwks', keysCacheSeconds),
  },
  {
    ...common,
    operationId: 'getAuthorizationServer',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    access: { public: 'page' },
    response: z.object({
      issuer: z.url().describe('Issuer of the tokens (`iss`).'),
      token_endpoint: z.url().describe('URL that issues access tokens.'),
      registration_endpoint: z.url().describe("URL at which couriers' devices register."),
      jwks_uri: z.url().describe('URL of the public keys that verify tokens.'),
      scopes_supported: z.array(z.string()).describe('All scopes that a client can hold.'),
      response_types_supported: z
        .array(z.string())
        .describe(
          'Empty: there is no authorization endpoint, because clients act without user consent.',
        ),
      grant_types_supported: z
        .array(z.string())
        .describe('Grants that the token endpoint accepts.'),
      token_endpoint_auth_methods_supported: z
        .array(z.string())
        .describe('Supported client authentication methods.'),
      token_endpoint_auth_signing_alg_values_supported: z
        .array(z.string())
        .describe('Supported signing algorithms of assertions.'),
      service_documentation: z.url().describe('URL of the API reference.'),
    }),
    refusals: [],
    summary: 'Fetch authorization server metadata (RFC 8414)',
    description: 'Token endpoint, supported authentication methods and location of the keys.',
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
