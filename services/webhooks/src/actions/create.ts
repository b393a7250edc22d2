import { newId } from '@svc/kit/ids';
import { encryptSecret, newSecret } from '../adapters/hmac-signature.ts';
import { command } from '../define.ts';
import {
  requireFreeEndpoint,
  requireKnownTypes,
  requireNewAddress,
  toResource,
} from '../domain/endpoint.ts';
import { newEndpointQueue } from '../domain/endpoint-queue.ts';
import { insertQueue } from '../store/endpoint-queues.ts';
import { insertEndpoint, lockAddresses } from '../store/endpoints.ts';
import { requireAllowedUrl } from '../workflows/url-check.ts';

export const create = command('create', {
  gather: ({ url }, { config }) => requireAllowedUrl(url, config),
  handle: async ({ url, events }, { db, tenant, now, config }) => {
    const known = await lockAddresses(db, tenant);
    requireFreeEndpoint(known.length, config.SVC_WEBHOOK_ENDPOINTS_MAX);
    requireNewAddress(url, known);
    const secret = newSecret();
    const endpoint = {
      id: newId('wh_', now),
      url,
      events: requireKnownTypes(events),
      status: 'active' as const,
      disabled_at: null,
      secret: encryptSecret(secret, config.SVC_SECRET),
      secret_version: 1,
      old_secret: null,
      old_secret_expires_at: null,
      created_at: now,
    };
    await insertEndpoint(db, tenant, endpoint);
    await insertQueue(db, tenant, newEndpointQueue(tenant, endpoint.id, endpoint.secret_version));
    return { ...toResource(endpoint), secret };
  },
});
