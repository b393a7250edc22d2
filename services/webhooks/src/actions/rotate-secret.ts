import { encryptSecret, newSecret } from '../adapters/hmac-signature.ts';
import { command } from '../define.ts';
import { withRotatedSecret } from '../domain/endpoint.ts';
import { lockQueue, saveQueues } from '../store/endpoint-queues.ts';
import { getEndpoint, saveEndpoint } from '../store/endpoints.ts';

export const rotateSecret = command('rotateSecret', {
  handle: async ({ id }, { db, tenant, now, config }) => {
    const queue = await lockQueue(db, tenant, id);
    const found = await getEndpoint(db, tenant, id);
    const secret = newSecret();
    const next = withRotatedSecret(found, encryptSecret(secret, config.SVC_SECRET), now);
    await saveEndpoint(db, tenant, next);
    // The receiver knows the old one; it learns the new one some time during the overlap.
    await saveQueues(db, [{ ...queue, accepted_version: found.secret_version }]);
    return { secret, old_secret_expires_at: next.old_secret_expires_at.toISOString() };
  },
});
