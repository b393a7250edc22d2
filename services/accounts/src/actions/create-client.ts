import { scopes } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { hashSecret, newClientSecret } from '../adapters/secret-hash.ts';
import { command } from '../define.ts';
import { carrierOnly, isOfCarrier } from '../domain/scopes.ts';
import { insertClient } from '../store/clients.ts';
import { isCarrier } from '../store/tenants.ts';

export const createClient = command('createClient', {
  handle: async (input, { db, tenant, now, config }) => {
    if (isOfCarrier(input.scopes) && !(await isCarrier(db, tenant))) throw carrierOnly();
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
