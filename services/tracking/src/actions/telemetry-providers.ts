import { newId, newSharedSecret } from '@svc/kit/ids';
import { encryptSecret } from '../adapters/signed-batch.ts';
import { command, query } from '../define.ts';
import { requireProvider, rotateSecret, toProviderResource } from '../domain/telemetry/provider.ts';
import {
  insertProvider,
  listProviderStatuses,
  listProviders,
  lockProvider,
  saveSecrets,
} from '../store/providers.ts';
import { clearProviderCache } from '../workflows/telemetry/provider-cache.ts';

/** A crash after the call to accounts leaves a client without a provider, its secret never shown. */
export const createTelemetryProvider = command('createTelemetryProvider', {
  gather: async ({ name }, { clients: { accounts } }) =>
    accounts.createClient({ name: `Telemetry ${name}`.slice(0, 120), scopes: ['telemetry:write'] }),
  handle: async ({ name }, { db, tenant, now, config, gathered }) => {
    const secret = newSharedSecret();
    const provider = {
      id: newId('tp_', now),
      name,
      client_id: gathered.client_id,
      secret: encryptSecret(secret, config.SVC_SECRET),
      old_secret: null,
      old_secret_expires_at: null,
      created_at: now,
    };
    await insertProvider(db, tenant, provider);
    return { ...toProviderResource(provider), client_secret: gathered.client_secret, secret };
  },
});

export const listTelemetryProviders = query(
  'listTelemetryProviders',
  async (page, { db, tenant }) => {
    const found = await listProviders(db, tenant, {
      before: page.starting_after,
      max: page.limit + 1,
    });
    const shown = found.slice(0, page.limit);
    const ids = shown.map(({ id }) => id);
    const statuses = await listProviderStatuses(db, tenant, ids);
    const byProvider = new Map(statuses.map((status) => [status.provider_id, status]));
    return {
      object: 'list',
      data: shown.map((provider) => toProviderResource(provider, byProvider.get(provider.id))),
      has_more: found.length > page.limit,
    };
  },
);

export const rotateTelemetrySecret = command('rotateTelemetrySecret', {
  handle: async ({ id }, { db, tenant, now, config }) => {
    const secret = newSharedSecret();
    const found = requireProvider(await lockProvider(db, tenant, id));
    const next = rotateSecret(found, encryptSecret(secret, config.SVC_SECRET), now);
    await saveSecrets(db, tenant, next);
    clearProviderCache(config);
    return { secret, old_secret_expires_at: next.old_secret_expires_at.toISOString() };
  },
});
