import { apiKeyScopes, type CredentialHint, credentialTopic, providerScopes } from '@svc/contracts';
import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { matchedSecret } from '../adapters/secret-hash.ts';
import { command, query } from '../define.ts';
import { parseApiKey } from '../domain/api-key.ts';
import { narrowKeyScopes } from '../domain/scopes.ts';
import { isOldSecretValid, neverRotated } from '../domain/secret-rotation.ts';
import { findApiKey, revokeApiKey as revokeStored } from '../store/api-keys.ts';
import { listCredentialPage, revokeCredential } from '../store/credential-lists.ts';
import { toApiKey } from '../workflows/credential-resource.ts';
import { noteOldUse, noteUse } from '../workflows/last-uses.ts';
import { makeApiKey } from '../workflows/make-credential.ts';

export const createApiKey = command('createApiKey', {
  handle: async ({ name }, context) => {
    const { id: key_id, api_key } = await makeApiKey({ name, scopes: null }, context);
    return { key_id, api_key };
  },
});

export const createProviderKey = command('createProviderKey', {
  handle: async ({ name }, context) => {
    const { id, api_key } = await makeApiKey({ name, scopes: [...providerScopes] }, context);
    return { key_id: id, api_key };
  },
});

export const addApiKey = command('addApiKey', {
  handle: async ({ name, scopes: wanted, held_scopes }, context) => {
    const { now, recordChange } = context;
    const scopes = narrowKeyScopes(wanted, held_scopes);
    const { id, api_key } = await makeApiKey({ name, scopes }, context);
    recordChange({ object: id, after: { name, scopes } });
    const made = { id, name, scopes, created_at: now, ...neverRotated };
    return { ...toApiKey(made, now), api_key };
  },
});

export const listApiKeys = query('listApiKeys', async (page, { db, tenant, now }) => {
  const found = await listCredentialPage(db, tenant, { ...page, kind: 'api_key' });
  return toPage(
    found.map((key) => toApiKey(key, now)),
    page.limit,
  );
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

const unknownKey = { principal: null, expires_at: null, revoked: null };

export const verifyApiKey = query('verifyApiKey', async ({ key }, { db, config, now }) => {
  const parts = parseApiKey(key);
  if (!parts) return unknownKey;
  const { key_id: id, secret } = parts;
  const stored = await findApiKey(db, id);
  const given = { kind: 'api_key', id, secret } as const;
  const matched = matchedSecret(given, stored, config.SVC_SECRET);
  if (!stored || !matched) return unknownKey;
  const { tenant_id, scopes, revoked_at } = stored;
  const owner = { tenant_id, client_id: id };
  const isOver = revoked_at !== null || (matched === 'old' && !isOldSecretValid(stored, now));
  if (isOver) return { ...unknownKey, revoked: owner };
  (matched === 'old' ? noteOldUse : noteUse)(config, id, now);
  return {
    principal: { ...owner, scopes: scopes ?? [...apiKeyScopes] },
    expires_at: matched === 'old' ? (stored.old_secret_expires_at?.toISOString() ?? null) : null,
    revoked: null,
  };
});
