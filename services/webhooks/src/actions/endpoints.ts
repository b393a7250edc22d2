import { newId, newSharedSecret } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { encryptSecret } from '../adapters/hmac-signature.ts';
import { boundsOf } from '../config.ts';
import { command, query } from '../define.ts';
import {
  requireFreeEndpoint,
  requireKnownTypes,
  toWebhookResource,
  withRotatedSecret,
  withStatus,
} from '../domain/endpoint.ts';
import { newEndpointQueue } from '../domain/endpoint-queue.ts';
import { recordedEndpoint } from '../domain/recorded-endpoint.ts';
import { insertQueue, lockQueue, saveQueues, wakeQueue } from '../store/endpoint-queues.ts';
import {
  countEndpoints,
  deleteEndpoint,
  getEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoints,
  saveEndpoint,
} from '../store/endpoints.ts';
import { closeAlarmsAbout } from '../workflows/alarms.ts';
import { requireAllowedUrl } from '../workflows/url-check.ts';

/** Settled once the endpoint is enabled or deleted: its owner knows. */
const disabled = (webhook_id: string) =>
  ({ type: 'webhook.disabled', about: { webhook_id } }) as const;

export const create = command('create', {
  gather: ({ url }, { config }) => requireAllowedUrl(url, config),
  handle: async ({ url, events }, { db, tenant, now, config, recordChange }) => {
    await lockEndpoints(db, tenant);
    requireFreeEndpoint(await countEndpoints(db, tenant), boundsOf(config).endpointsMax);
    const secret = newSharedSecret();
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
    recordChange(recordedEndpoint(endpoint.id, { after: endpoint }));
    return { ...toWebhookResource(endpoint), secret };
  },
});

export const list = query('list', async (page, { db, tenant }) =>
  toPage((await listEndpoints(db, tenant, page)).map(toWebhookResource), page.limit),
);

export const get = query('get', async ({ id }, { db, tenant }) =>
  toWebhookResource(await getEndpoint(db, tenant, id)),
);

export const update = command('update', {
  gather: async ({ url }, { config }) => {
    if (url !== undefined) await requireAllowedUrl(url, config);
  },
  handle: async ({ id, url, events, status }, context) => {
    const { db, tenant, now, wake, recordChange } = context;
    const queue = await lockQueue(db, tenant, id);
    const found = await getEndpoint(db, tenant, id);
    const next = {
      ...withStatus(found, status ?? found.status, now),
      url: url ?? found.url,
      events: events ? requireKnownTypes(events) : found.events,
    };
    await saveEndpoint(db, tenant, next);
    recordChange(recordedEndpoint(id, { before: found, after: next }));
    if (next.status !== found.status) {
      // Enabling resets the breaker; disabling abandons pending deliveries.
      if (next.status === 'active') {
        await saveQueues(db, [newEndpointQueue(tenant, id, queue.accepted_version)]);
        await closeAlarmsAbout(disabled(id), context);
      }
      await wakeQueue(db, tenant, { id, now });
      wake('deliver');
    }
    return toWebhookResource(next);
  },
});

export const remove = command('remove', {
  handle: async ({ id }, context) => {
    const { db, tenant, recordChange } = context;
    const before = await getEndpoint(db, tenant, id);
    await deleteEndpoint(db, tenant, id);
    await closeAlarmsAbout(disabled(id), context);
    recordChange(recordedEndpoint(id, { before }));
    return { id, object: 'webhook' as const, deleted: true as const };
  },
});

export const rotateSecret = command('rotateSecret', {
  handle: async ({ id }, { db, tenant, now, config, recordChange }) => {
    const queue = await lockQueue(db, tenant, id);
    const found = await getEndpoint(db, tenant, id);
    const secret = newSharedSecret();
    const next = withRotatedSecret(found, encryptSecret(secret, config.SVC_SECRET), now);
    await saveEndpoint(db, tenant, next);
    // The receiver knows the old one; it learns the new one some time during the overlap.
    await saveQueues(db, [{ ...queue, accepted_version: found.secret_version }]);
    recordChange({
      object: id,
      before: { version: found.secret_version },
      after: { version: next.secret_version },
    });
    return { secret, old_secret_expires_at: next.old_secret_expires_at.toISOString() };
  },
});
