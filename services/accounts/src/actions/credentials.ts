import { query } from '../define.ts';
import { listCredentials as listStored } from '../store/credentials.ts';

/** Keeps the reply below the maximum size of a bus message. */
const credentialsMax = 1_000;

export const listCredentials = query('listCredentials', async (_input, { db, tenant }) => ({
  data: (await listStored(db, tenant, credentialsMax)).map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  })),
}));
