import { secretMatches } from '../adapters/secret-hash.ts';
import { query } from '../define.ts';
import { parseApiKey } from '../domain/api-key.ts';
import { apiKeyScopes } from '../domain/scopes.ts';
import { findApiKey } from '../store/api-keys.ts';

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
