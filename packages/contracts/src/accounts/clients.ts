/** Clients and API keys as a tenant administers them itself. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { clientId, idOf } from '../description.ts';
import { byId, page, pageOf, requiredLine, timestamp } from '../primitives.ts';
import { apiKeyScopes, scope, scopes } from './credentials.ts';

const keyId = idOf('key', 'the API key');
const lastUsed = timestamp
  .nullable()
  .describe('When it was last used, UTC, to the minute; null when it never was.');
const madeAt = timestamp.describe('When it was made, UTC.');
const name = requiredLine(120).describe('Name for people, up to 120 characters.');

/** Fields of a credential whose secret can be rotated. */
const rotationFields = {
  last_used_at: lastUsed,
  rotated_at: timestamp
    .nullable()
    .describe('When its secret was last replaced, UTC; null when it never was.'),
  secret_last_used_at: timestamp
    .nullable()
    .describe('When its newest secret was last used, UTC; null when it never was.'),
  old_secret: z
    .object({
      expires_at: timestamp.describe('Until when it is accepted, UTC.'),
      last_used_at: timestamp
        .nullable()
        .describe('When it was last used, UTC; null when it never was.'),
    })
    .nullable()
    .describe('The previous secret, while it is still accepted; null otherwise.'),
};
const overlapHours = z
  .int()
  .min(0)
  .max(168)
  .default(24)
  .describe(
    'For how many hours the previous secret is accepted, too: 0 to 168. With 0 every earlier secret ends at once.',
  );
const clientIssues = { 'id.invalid_format': 'client_not_found' } as const;
const keyIssues = { 'id.invalid_format': 'api_key_not_found' } as const;

const held_scopes = z.array(scope).max(scopes.length);
/** Set by gateway and desk: what the token of the maker, or the role of the person, carries. */
export const heldScopes = { held_scopes: held_scopes.default([]) };
/** The same where the operator calls, too: without them it is the operator. */
export const giverScopes = { held_scopes: held_scopes.optional() };
export const takesHeldScopes = ({ input }: { input: z.ZodType }): boolean =>
  input instanceof z.ZodObject && 'held_scopes' in input.shape;

/** Rotation keeps id, name and scopes; the previous secret is accepted during the overlap. */
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
    .describe('What it may do; only scopes that your own token carries.'),
});
export const client = z
  .object({
    object: z.literal('client').describe('Names the resource: an OAuth client.'),
    id: clientId,
    name,
    scopes: z.array(scope).describe('What it may do at most.'),
    created_at: madeAt,
    ...rotationFields,
    last_used_at: lastUsed.describe('When it last fetched a token, UTC; null when it never did.'),
  })
  .describe('A machine of yours that fetches access tokens.');
export const madeClient = client
  .extend({ client_secret: z.string().describe('Secret of the client; shown this once.') })
  .describe('A new client with its secret, which is shown this once.');

export const keyScope = z.enum(apiKeyScopes);
export const newApiKey = z.object({
  name,
  scopes: z
    .array(keyScope)
    .min(1)
    .max(apiKeyScopes.length)
    .optional()
    .describe(
      'What it may do; only scopes that your own token carries. Defaults to all of those that a key may have.',
    ),
});
export const apiKey = z
  .object({
    object: z.literal('api_key').describe('Names the resource: an API key.'),
    id: keyId,
    name,
    scopes: z.array(keyScope).describe('What it may do.'),
    created_at: madeAt,
    ...rotationFields,
  })
  .describe('A long-lived credential for low-risk reads and the stock feed.');
export const madeApiKey = apiKey
  .extend({ api_key: z.string().describe('The key, `svc_live_…`; shown this once.') })
  .describe('A new API key, which is shown this once.');

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
  /** Newest first; revoked ones are not among them. */
  listClients: query({ input: z.object(page), output: pageOf(client), refusals: [] }),
  /** Ends its tokens, too: at once where the hint arrives, within a minute everywhere. */
  removeClient: command({
    audited: true,
    input: byId,
    output: z.object({
      id: clientId,
      object: z.literal('client').describe('Names the resource: an OAuth client.'),
      deleted: z.literal(true).describe('Says that the client is revoked.'),
    }),
    refusals: ['client_not_found'],
    issues: clientIssues,
  }),
  /** Its tokens live on. */
  rotateClientSecret: command({
    audited: true,
    ...rotation,
    output: madeClient,
    refusals: ['client_not_found', 'scope_not_held', 'rotation_in_progress'],
    issues: clientIssues,
    example: { id: 'cli_01KAK7QW3ZC5V8M2N4P6R8T0XA', overlap_hours: 24 },
  }),
  /** Tokens that were fetched with it live their 15 minutes. */
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
      object: z.literal('api_key').describe('Names the resource: an API key.'),
      deleted: z.literal(true).describe('Says that the key is revoked.'),
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
