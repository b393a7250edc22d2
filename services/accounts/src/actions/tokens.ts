import { matchedSecret } from '../adapters/secret-hash.ts';
import { query } from '../define.ts';
import { isOldSecretValid } from '../domain/secret-rotation.ts';
import { findTokenRecord } from '../store/clients.ts';
import { issueAccessToken } from '../workflows/access-token.ts';
import { noteOldUse, noteUse } from '../workflows/last-uses.ts';

/** No client has the empty id: a malformed one is looked up as that, and costs the same. */
const wellFormed = (id: string): string => (/^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : '');

export const issueToken = query('issueToken', async (input, { db, config, now }) => {
  const client_id = wellFormed(input.client_id);
  const { client, keys } = await findTokenRecord(db, client_id);
  const given = { kind: 'client', id: client_id, secret: input.client_secret } as const;
  const matched = matchedSecret(given, client, config.SVC_SECRET);
  if (!client || !matched) return { error: 'invalid_client' };
  if (matched === 'old' && !isOldSecretValid(client, now)) return { error: 'invalid_client' };
  (matched === 'old' ? noteOldUse : noteUse)(config, client_id, now);
  const { tenant_id, scopes, driver_id } = client;
  return issueAccessToken({ client_id, tenant_id, scopes, driver_id }, input.scope, {
    keys,
    config,
    now,
  });
});
