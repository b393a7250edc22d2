import { secretMatches } from '../adapters/secret-hash.ts';
import { query } from '../define.ts';
import { findTokenRecord } from '../store/clients.ts';
import { issueAccessToken } from '../workflows/access-token.ts';
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
  const { secret_hash: _, ...held } = client;
  return issueAccessToken({ client_id, ...held }, input.scope, { keys, config, now });
});
