import { newId, randomCode } from '@svc/kit/ids';
import { hashSecret, secretMatches } from '../adapters/secret-hash.ts';
import { command, query } from '../define.ts';
import { apiKeySecretLength, formatApiKey, parseApiKey } from '../domain/api-key.ts';
import { apiKeyScopes } from '../domain/scopes.ts';
import { findApiKey, insertApiKey, revokeApiKey as revokeStored } from '../store/api-keys.ts';

export const createApiKey = command('createApiKey', {
  handle: async ({ name }, { db, tenant, now, config }) => {
    const id = newId('key_', now);
    const secret = randomCode(apiKeySecretLength);
    await insertApiKey(db, tenant, {
      id,
      name,
      secret_hash: hashSecret({ kind: 'api_key', id, secret }, config.SVC_SECRET),
      created_at: now,
    });
    return { key_id: id, api_key: formatApiKey({ key_id: id, secret }) };
  },
});

export const revokeApiKey = command('revokeApiKey', {
  handle: async ({ key_id }, { db, tenant, now }) => ({
    revoked: await revokeStored(db, tenant, { id: key_id, at: now }),
  }),
});

export const verifyApiKey = query('verifyApiKey', async ({ key }, { db, config }) => {
  const parts = parseApiKey(key);
  if (!parts) return { principal: null };
  const { key_id: id, secret } = parts;
  const stored = await findApiKey(db, id);
  const given = { kind: 'api_key', id, secret } as const;
  if (!secretMatches(given, stored?.secret_hash, config.SVC_SECRET) || !stored) {
    return { principal: null };
  }
  return {
    principal: { tenant_id: stored.tenant_id, client_id: id, scopes: [...apiKeyScopes] },
  };
});
