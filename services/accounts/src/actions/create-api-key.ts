import { newId, randomCode } from '@svc/kit/ids';
import { hashSecret } from '../adapters/secret-hash.ts';
import { command } from '../define.ts';
import { apiKeySecretLength, formatApiKey } from '../domain/api-key.ts';
import { insertApiKey } from '../store/api-keys.ts';

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
