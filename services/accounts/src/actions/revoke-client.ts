import { command } from '../define.ts';
import { revokeClient as revoke } from '../store/clients.ts';

export const revokeClient = command('revokeClient', {
  handle: async ({ client_id }, { db, tenant, now }) => ({
    revoked: await revoke(db, tenant, { id: client_id, at: now }),
  }),
});
