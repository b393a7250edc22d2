import { signToken } from '../adapters/access-token.ts';
import { secretMatches } from '../adapters/secret-hash.ts';
import { query } from '../define.ts';
import { grantScopes } from '../domain/scopes.ts';
import { signingKey, tokenLifeSeconds } from '../domain/signing-key.ts';
import { findTokenRecord } from '../store/clients.ts';
import { noteUse } from '../workflows/last-uses.ts';

/** No client has the empty id: a malformed one is looked up as that, and costs the same. */
const wellFormed = (id: string): string => (/^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : '');

export const issueToken = query('issueToken', async (input, { db, config, now }) => {
  const client_id = wellFormed(input.client_id);
  const { client, keys } = await findTokenRecord(db, client_id);
  const given = { kind: 'client', id: client_id, secret: input.client_secret } as const;
  if (!secretMatches(given, client?.secret_hash, config.SVC_SECRET) || !client) {
    return { error: 'invalid_client' };
  }
  noteUse(config, client_id, now);
  const granted = grantScopes(client.scopes, input.scope);
  if (!granted) return { error: 'invalid_scope' };
  const key = signingKey(keys, now);
  if (!key) throw new Error('there is no signing key: call accounts.rotateSigningKey once');
  const scope = granted.join(' ');
  const { tenant_id, driver_id } = client;
  const claims = { client_id, tenant_id, scope, ...(driver_id && { driver_id }) };
  const access_token = await signToken(claims, key, { config, now });
  return { access_token, expires_in: tokenLifeSeconds, scope };
});
