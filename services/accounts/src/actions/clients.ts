import { type CredentialHint, credentialTopic, scopes } from '@svc/contracts';
import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { command, query } from '../define.ts';
import { carrierOnly, isOfCarrier, narrowScopes } from '../domain/scopes.ts';
import { neverRotated } from '../domain/secret-rotation.ts';
import { tokensEndBefore } from '../domain/signing-key.ts';
import {
  listRevokedClients as listRevoked,
  revokeClient as revokeStored,
} from '../store/clients.ts';
import { listCredentialPage, revokeCredential } from '../store/credential-lists.ts';
import { listAllCredentials } from '../store/credentials.ts';
import { isCarrier } from '../store/tenants.ts';
import { toClient } from '../workflows/credential-resource.ts';
import { makeClient } from '../workflows/make-credential.ts';

export const createClient = command('createClient', {
  handle: async (input, context) => {
    const { db, tenant } = context;
    if (isOfCarrier(input.scopes) && !(await isCarrier(db, tenant))) throw carrierOnly();
    const ordered = scopes.filter((scope) => input.scopes.includes(scope));
    const wanted = { name: input.name, scopes: ordered, driver_id: input.driver_id ?? null };
    const { id: client_id, client_secret } = await makeClient(wanted, context);
    return { client_id, client_secret };
  },
});

export const addClient = command('addClient', {
  handle: async ({ name, scopes: wanted, held_scopes }, context) => {
    const { now, recordChange } = context;
    const granted = narrowScopes(wanted, held_scopes);
    const client = { name, scopes: granted, driver_id: null };
    const { id, client_secret } = await makeClient(client, context);
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
const revokedPageSize = 5_000;

export const listRevokedClients = query('listRevokedClients', async ({ before }, { db, now }) => {
  const limit = revokedPageSize;
  const rows = await listRevoked(db, { after: tokensEndBefore(now), before, limit });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    client_ids: page.map(({ id }) => id),
    next: last ? { id: last.id, revoked_at: last.revoked_at.toISOString() } : null,
  };
});

export const listCredentials = query('listCredentials', async (page, { db, tenant }) => {
  const rows = await listAllCredentials(db, tenant, page);
  const { data, has_more } = toPage(rows, page.limit);
  return {
    data: data.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      revoked_at: row.revoked_at?.toISOString() ?? null,
    })),
    has_more,
  };
});
