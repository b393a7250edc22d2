import { command } from '../define.ts';
import { rotated } from '../domain/endpoint.ts';
import { newSecret, sealSecret } from '../secrets.ts';
import { getEndpoint, saveEndpoint } from '../store/endpoints.ts';
import { lockLane, saveLanes } from '../store/lanes.ts';

export const rotateSecret = command('rotateSecret', {
  handle: async ({ id }, { db, tenant, now, config }) => {
    const lane = await lockLane(db, tenant, id);
    const found = await getEndpoint(db, tenant, id);
    const secret = newSecret();
    const next = rotated(found, sealSecret(secret, config.SVC_SECRET), now);
    await saveEndpoint(db, tenant, next);
    // The receiver knows the old one; it learns the new one some time during the overlap.
    await saveLanes(db, [{ ...lane, accepted_version: found.secret_version }]);
    return { secret, old_secret_expires_at: next.old_secret_expires_at.toISOString() };
  },
});
