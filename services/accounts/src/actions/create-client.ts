import { scopes } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { hashSecret, newClientSecret } from '../secrets.ts';
import { insertClient } from '../store/clients.ts';

export const createClient = command('createClient', {
  handle: async (input, { db, tenant, now, config }) => {
    const id = newId('cli_', now);
    const secret = newClientSecret();
    await insertClient(db, tenant, {
      id,
      name: input.name,
      scopes: scopes.filter((scope) => input.scopes.includes(scope)),
      secret_hash: hashSecret({ kind: 'client', id, secret }, config.SVC_SECRET),
      driver_id: input.driver_id ?? null,
      created_at: now,
    });
    return { client_id: id, client_secret: secret };
  },
});
