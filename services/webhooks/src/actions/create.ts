import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { toResource, wantedTypes } from '../domain/endpoint.ts';
import { freshLane } from '../domain/lane.ts';
import { requireAllowedUrl } from '../registration.ts';
import { newSecret, sealSecret } from '../secrets.ts';
import { insertEndpoint } from '../store/endpoints.ts';
import { insertLane } from '../store/lanes.ts';

export const create = command('create', {
  gather: ({ url }, { config }) => requireAllowedUrl(url, config),
  handle: async ({ url, events }, { db, tenant, now, config }) => {
    const secret = newSecret();
    const endpoint = {
      id: newId('wh_', now),
      url,
      events: wantedTypes(events),
      status: 'active' as const,
      disabled_at: null,
      secret: sealSecret(secret, config.SVC_SECRET),
      secret_version: 1,
      old_secret: null,
      old_secret_expires_at: null,
      created_at: now,
    };
    await insertEndpoint(db, tenant, endpoint);
    await insertLane(db, tenant, freshLane(tenant, endpoint.id, endpoint.secret_version));
    return { ...toResource(endpoint), secret };
  },
});
