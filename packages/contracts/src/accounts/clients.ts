/** Clients and API keys, administered by their tenant. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { clientId, idOf, objectType } from '../description.ts';
import { byId, page, pageOf, requiredLine, timestamp } from '../primitives.ts';
import { apiKeyScopes, keyScopes, scope, scopes } from './credentials.ts';

const keyId = idOf('key', 'the API key');
const lastUsed = timestamp
  .nullable()
  .describe('When it was last used, UTC, to the minute; null if never used.');
const madeAt = timestamp.describe('When it was created, UTC.');
const name = requiredLine(120).describe('Display name, up to 120 characters.');

/** Fields of a credential whose secret can be rotated. */
const rotationFields = {
  last_used_at: lastUsed,
  rotated_at: timestamp
    .nullable()
    .describe('When the secret was last rotated, UTC; null if never.'),
  secret_last_used_at: timestamp
    .nullable()
    .describe('When the newest secret was last used, UTC; null if never used.'),
  old_secret: z
    .object({
      expires_at: timestamp.describe('When it expires, UTC.'),
      last_used_at: timestamp.nullable().describe('When it was last used, UTC; null if never.'),
    })
    .nullable()
    .describe('The previous secret while it is still valid; null otherwise.'),
};
const overlapHours = z
  .int()
  .min(0)
  .max(168)
  .default(24)
  .describe(
    'Hours for which the previous secret stays valid, 0 to 168. 0 revokes all earlier secrets immediately.',
  );
const clientIssues = { 'id.invalid_format': 'client_not_found' } as const;
const keyIssues = { 'id.invalid_format': 'api_key_not_found' } as const;

const held_scopes = z.array(scope).max(scopes.length);
/** Set by gateway and desk: scopes of the caller's token, or of the person's role. */
export const heldScopes = { held_scopes: held_scopes.default([]) };
/** The same for actions that the operator also calls; absent means the operator. */
export const giverScopes = { held_scopes: held_scopes.optional() };
export const takesHeldScopes = ({ input }: { input: z.ZodType }): boolean =>
  input instanceof z.ZodObject && 'held_scopes' in input.shape;

/** Rotation keeps id, name and scopes; the previous secret stays valid during the overlap. */
const rotation = {
  input: byId.extend({ overlap_hours: overlapHours }).extend(heldScopes),
  secret: true,
} as const;

export const newClient = z.object({
  name,
  scopes: z
    .array(scope)
    .min(1)
    .max(scopes.length)
    .describe('Scopes of the credential; only ones that your own token carries.'),
});
export const client = z
  .object({
    object: objectType('client'),
    id: clientId,
    name,
    scopes: z.array(scope).describe('Scopes that the client can request.'),
    created_at: madeAt,
    ...rotationFields,
    last_used_at: lastUsed.describe('When the client last fetched a token, UTC; null if never.'),
  })
  .describe('A machine of your organisation that fetches access tokens.');
export const madeClient = client
  .extend({ client_secret: z.string().describe('Client secret. Returned only once.') })
  .describe('A new client with its secret, which is returned only once.');

/** Scopes of a key that a tenant makes. */
export const keyScope = z.enum(apiKeyScopes);
export const newApiKey = z.object({
  name,
  scopes: z
    .array(keyScope)
    .min(1)
    .max(apiKeyScopes.length)
    .optional()
    .describe(
      'Scopes of the key; only ones that your own token carries. Defaults to all of these that a key can have.',
    ),
});
export const apiKey = z
  .object({
    object: objectType('api_key'),
    id: keyId,
    name,
    scopes: z
      .array(z.enum(keyScopes))
      .describe(
        'Scopes granted to the key; `telemetry:write` only to the key of a telemetry provider.',
      ),
    created_at: madeAt,
    ...rotationFields,
  })
  .describe('A long-lived credential for low-risk reads and the stock feed.');
export const madeApiKey = apiKey
  .extend({ api_key: z.string().describe('The key, `svc_live_…`. Returned only once.') })
  .describe('A new API key, which is returned only once.');

/** `held_scopes` is set by gateway and desk, never by a body. */
export const credentialActions = {
  addClient: command({
    audited: true,
    input: newClient.extend(heldScopes),
    output: madeClient,
    refusals: ['scope_not_held', 'too_many_clients'],
    secret: true,
    example: { name: 'User import', scopes: ['admin:users'] },
  }),
  /** Newest first, without revoked ones. */
  listClients: query({ input: z.object(page), output: pageOf(client), refusals: [] }),
  /** Also ends its tokens: immediately where the hint arrives, within a minute everywhere. */
  removeClient: command({
    audited: true,
    input: byId,
    output: z.object({
      id: clientId,
      object: objectType('client'),
      deleted: z.literal(true).describe('Always `true`: the client was revoked.'),
    }),
    refusals: ['client_not_found'],
    issues: clientIssues,
  }),
  /** Tokens of the client stay valid. */
  rotateClientSecret: command({
    audited: true,
    ...rotation,
    output: madeClient,
    refusals: ['client_not_found', 'scope_not_held', 'rotation_in_progress'],
    issues: clientIssues,
    example: { id: 'cli_01KAK7QW3ZC5V8M2N4P6R8T0XA', overlap_hours: 24 },
  }),
  /** Tokens fetched with it stay valid for up to 15 minutes. */
  endOldClientSecret: command({
    audited: true,
    input: byId,
    output: client,
    refusals: ['client_not_found'],
    issues: clientIssues,
  }),
  addApiKey: command({
    audited: true,
    input: newApiKey.extend(heldScopes),
    output: madeApiKey,
    refusals: ['scope_not_held', 'too_many_api_keys'],
    secret: true,
    example: { name: 'Status board', scopes: ['jobs:read'] },
  }),
  listApiKeys: query({ input: z.object(page), output: pageOf(apiKey), refusals: [] }),
  removeApiKey: command({
    audited: true,
    input: byId,
    output: z.object({
      id: apiKey.shape.id,
      object: objectType('api_key'),
      deleted: z.literal(true).describe('Always `true`: the key was revoked.'),
    }),
    refusals: ['api_key_not_found'],
    issues: keyIssues,
  }),
  rotateApiKey: command({
    audited: true,
    ...rotation,
    output: madeApiKey,
    refusals: ['api_key_not_found', 'scope_not_held', 'rotation_in_progress'],
    issues: keyIssues,
    example: { id: 'key_01KAK7QW3ZC5V8M2N4P6R8T0XA', overlap_hours: 24 },
  }),
  endOldApiKey: command({
    audited: true,
    input: byId,
    output: apiKey,
    refusals: ['api_key_not_found'],
    issues: keyIssues,
  }),
};
