import { command } from '../define.ts';
import {
  requireKnownTypes,
  requireNewAddress,
  toResource,
  withStatus,
} from '../domain/endpoint.ts';
import { newEndpointQueue } from '../domain/endpoint-queue.ts';
import { lockQueue, saveQueues, wakeQueue } from '../store/endpoint-queues.ts';
import { getEndpoint, lockAddresses, saveEndpoint } from '../store/endpoints.ts';
import { requireAllowedUrl } from '../workflows/url-check.ts';

export const update = command('update', {
  gather: async ({ url }, { config }) => {
    if (url !== undefined) await requireAllowedUrl(url, config);
  },
  handle: async ({ id, url, events, status }, { db, tenant, now, wake }) => {
    const queue = await lockQueue(db, tenant, id);
    const found = await getEndpoint(db, tenant, id);
    if (url !== undefined) {
      const known = await lockAddresses(db, tenant);
      requireNewAddress(
        url,
        known.filter((other) => other.id !== id),
      );
    }
    const next = {
      ...withStatus(found, status ?? found.status, now),
      url: url ?? found.url,
      events: events ? requireKnownTypes(events) : found.events,
    };
    await saveEndpoint(db, tenant, next);
    if (next.status !== found.status) {
      // Enabling resets the breaker; disabling abandons pending deliveries.
      if (next.status === 'active') {
        await saveQueues(db, [newEndpointQueue(tenant, id, queue.accepted_version)]);
      }
      await wakeQueue(db, tenant, { id, now });
      wake('deliver');
    }
    return toResource(next);
  },
});
