import { type CredentialHint, credentialTopic, scopes } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { hashSecret, randomSecret } from '../adapters/secret-hash.ts';
import { command, query } from '../define.ts';
import { carrierOnly, isOfCarrier, narrowScopes } from '../domain/scopes.ts';
import { neverRotated } from '../domain/secret-rotation.ts';
import { tokensEndBefore } from '../domain/signing-key.ts';
import {
  insertClient,
  listRevokedClients as listRevoked,
  revokeClient as revokeStored,
} from '../store/clients.ts';
import { listCredentialPage, revokeCredential } from '../store/credential-lists.ts';
import { listAllCredentials } from '../store/credentials.ts';
import { isCarrier } from '../store/tenants.ts';
import { toClient } from '../workflows/credential-resource.ts';

export const createClient = command('createClient', {
  handle: async (input, { db, tenant, now, config }) => {
    if (isOfCarrier(input.scopes) && !(await isCarrier(db, tenant))) throw carrierOnly();
    const id = newId('cli_', now);
    const secret = randomSecret();
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

export const addClient = command('addClient', {
  handle: async ({ name, scopes: wanted, held_scopes }, context) => {
    const { db, tenant, now, config, recordChange } = context;
    const granted = narrowScopes(wanted, held_scopes);
    const id = newId('cli_', now);
    const client_secret = randomSecret();
    const given = { kind: 'client', id, secret: client_secret } as const;
    await insertClient(db, tenant, {
      id,
      name,
      scopes: granted,
      secret_hash: hashSecret(given, config.SVC_SECRET),
      driver_id: null,
      created_at: now,
    });
    recordChange({ object: id, after: { name, scopes: granted } });
    const made = { id, name, scopes: granted, created_at: now, ...neverRotated };
    return { ...toClient(made, now), client_secret };
  },
});

export const listClients = query('listClients', async (page, { db, tenant, now }) => {
  const found = await listCredentialPage(db, tenant, { ...page, kind: 'client' });
  return toPage(
    found.map((client) => toClient(client, now)),
    page.limit,
  );
});

export const removeClient = command('removeClient', {
  handle: async ({ id }, { db, tenant, now, hint, recordChange }) => {
    if (!(await revokeCredential(db, tenant, { kind: 'client', id, at: now }))) {
      throw new Refusal('client_not_found', 'There is no client with this id.');
    }
    hint(credentialTopic, { revoked_client_id: id } satisfies CredentialHint);
    recordChange({ object: id, before: { revoked: false }, after: { revoked: true } });
    return { id, object: 'client', deleted: true };
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

/** Keeps the reply below the maximum size of a bus message. */
const credentialsMax = 1_000;

export const listCredentials = query('listCredentials', async (_input, { db, tenant }) => ({
  data: (await listAllCredentials(db, tenant, credentialsMax)).map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  })),
}));
