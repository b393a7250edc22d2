import { apiKeyScopes, type CredentialHint, credentialTopic } from '@svc/contracts';
import { newId, randomCode } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { hashSecret, secretMatches } from '../adapters/secret-hash.ts';
import { command, query } from '../define.ts';
import { apiKeySecretLength, formatApiKey, parseApiKey } from '../domain/api-key.ts';
import { narrowKeyScopes } from '../domain/scopes.ts';
import {
  findApiKey,
  insertApiKey,
  type NewApiKey,
  revokeApiKey as revokeStored,
} from '../store/api-keys.ts';
import { listCredentialPage, revokeCredential } from '../store/credential-lists.ts';
import { noteUse } from '../workflows/last-uses.ts';

/** A new key and its row, which holds a hash of the secret. */
function generateKey(
  { name, scopes }: Pick<NewApiKey, 'name' | 'scopes'>,
  { now, secrets }: { now: Date; secrets: string },
): { row: NewApiKey; api_key: string } {
  const id = newId('key_', now);
  const secret = randomCode(apiKeySecretLength);
  const secret_hash = hashSecret({ kind: 'api_key', id, secret }, secrets);
  return {
    row: { id, name, scopes, secret_hash, created_at: now },
    api_key: formatApiKey({ key_id: id, secret }),
  };
}

export const createApiKey = command('createApiKey', {
  handle: async ({ name }, { db, tenant, now, config }) => {
    const { row, api_key } = generateKey(
      { name, scopes: null },
      { now, secrets: config.SVC_SECRET },
    );
    await insertApiKey(db, tenant, row);
    return { key_id: row.id, api_key };
  },
});

export const addApiKey = command('addApiKey', {
  handle: async ({ name, scopes: wanted, held_scopes }, context) => {
    const { db, tenant, now, config, recordChange } = context;
    const scopes = narrowKeyScopes(wanted, held_scopes);
    const { row, api_key } = generateKey({ name, scopes }, { now, secrets: config.SVC_SECRET });
    await insertApiKey(db, tenant, row);
    recordChange({ object: row.id, after: { name, scopes } });
    const created_at = now.toISOString();
    return { object: 'api_key', id: row.id, name, scopes, created_at, last_used_at: null, api_key };
  },
});

export const listApiKeys = query('listApiKeys', async (page, { db, tenant }) => {
  const found = await listCredentialPage(db, tenant, { ...page, kind: 'api_key' });
  const keys = found.map(({ created_at, last_used_at, scopes, ...key }) => ({
    object: 'api_key' as const,
    ...key,
    scopes: apiKeyScopes.filter((scope) => scopes?.includes(scope) ?? true),
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }));
  return toPage(keys, page.limit);
});

/** The hint empties the caches of gateways, which otherwise accept the key for some seconds. */
const revokedHint = (id: string): CredentialHint => ({ revoked_key_id: id });

export const removeApiKey = command('removeApiKey', {
  handle: async ({ id }, { db, tenant, now, hint, recordChange }) => {
    if (!(await revokeCredential(db, tenant, { kind: 'api_key', id, at: now }))) {
      throw new Refusal('api_key_not_found', 'There is no API key with this id.');
    }
    hint(credentialTopic, revokedHint(id));
    recordChange({ object: id, before: { revoked: false }, after: { revoked: true } });
    return { id, object: 'api_key', deleted: true };
  },
});

export const revokeApiKey = command('revokeApiKey', {
  handle: async ({ key_id }, { db, tenant, now, hint }) => {
    const revoked = await revokeStored(db, tenant, { id: key_id, at: now });
    if (revoked) hint(credentialTopic, revokedHint(key_id));
    return { revoked };
  },
});

const unknownKey = { principal: null, revoked: null };

export const verifyApiKey = query('verifyApiKey', async ({ key }, { db, config, now }) => {
  const parts = parseApiKey(key);
  if (!parts) return unknownKey;
  const { key_id: id, secret } = parts;
  const stored = await findApiKey(db, id);
  const given = { kind: 'api_key', id, secret } as const;
  if (!secretMatches(given, stored?.secret_hash, config.SVC_SECRET) || !stored) {
    return unknownKey;
  }
  const { tenant_id, scopes, revoked_at } = stored;
  const owner = { tenant_id, client_id: id };
  if (revoked_at !== null) return { principal: null, revoked: owner };
  noteUse(config, id, now);
  return { principal: { ...owner, scopes: scopes ?? [...apiKeyScopes] }, revoked: null };
});
