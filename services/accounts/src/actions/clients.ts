import { type CredentialHint, credentialTopic, scopes } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { hashSecret, newClientSecret } from '../adapters/secret-hash.ts';
import { command, query } from '../define.ts';
import { carrierOnly, isOfCarrier } from '../domain/scopes.ts';
import { tokensEndBefore } from '../domain/signing-key.ts';
import {
  insertClient,
  listRevokedClients as listRevoked,
  revokeClient as revokeStored,
} from '../store/clients.ts';
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

export const revokeClient = command('revokeClient', {
  handle: async ({ client_id }, { db, tenant, now, hint }) => {
    const revoked = await revokeStored(db, tenant, { id: client_id, at: now });
    if (revoked) hint(credentialTopic, { revoked_client_id: client_id } satisfies CredentialHint);
    return { revoked };
  },
});

/** Keeps the reply far below the maximum size of a bus message. */
const clientsMax = 5_000;

export const listRevokedClients = query('listRevokedClients', async (_input, { db, now }) => ({
  client_ids: await listRevoked(db, { after: tokensEndBefore(now), max: clientsMax }),
}));
