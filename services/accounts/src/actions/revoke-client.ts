import { type CredentialHint, credentialTopic } from '@svc/contracts';
import { command } from '../define.ts';
import { revokeClient as revoke } from '../store/clients.ts';

export const revokeClient = command('revokeClient', {
  handle: async ({ client_id }, { db, tenant, now, hint }) => {
    const revoked = await revoke(db, tenant, { id: client_id, at: now });
    if (revoked) hint(credentialTopic, { revoked_client_id: client_id } satisfies CredentialHint);
    return { revoked };
  },
});
