import { query } from '../define.ts';
import { tokensEndBefore } from '../domain/signing-key.ts';
import { listRevokedClients as list } from '../store/clients.ts';

/** Keeps the reply far below the maximum size of a bus message. */
const clientsMax = 5_000;

export const listRevokedClients = query('listRevokedClients', async (_input, { db, now }) => ({
  client_ids: await list(db, { after: tokensEndBefore(now), max: clientsMax }),
}));
