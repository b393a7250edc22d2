import { command } from '../define.ts';
import { revokeApiKey as revoke } from '../store/api-keys.ts';

export const revokeApiKey = command('revokeApiKey', {
  handle: async ({ key_id }, { db, tenant, now }) => ({
    revoked: await revoke(db, tenant, { id: key_id, at: now }),
  }),
});
