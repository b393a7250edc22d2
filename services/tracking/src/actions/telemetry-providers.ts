import { providerScopes } from '@svc/contracts';
import { newId, newSharedSecret } from '@svc/kit/ids';
import { encryptSecret } from '../adapters/signed-batch.ts';
import { command, query } from '../define.ts';
import { requireProvider, rotateSecret, toProviderResource } from '../domain/telemetry/provider.ts';
import {
  findProvider,
  insertProvider,
  listProviderStatuses,
  listProviders,
  lockProvider,
  saveSecrets,
} from '../store/providers.ts';
import { clearProviderCache } from '../workflows/telemetry/provider-cache.ts';

/**
 * With a format it forwards by an API key, without one it signs and gets tokens by a client. A crash
 * after the call to accounts leaves a credential without a provider, its secret never shown.
 */
export const createTelemetryProvider = command('createTelemetryProvider', {
  gather: async ({ name: own, format }, { clients: { accounts } }) => {
    const name = `Telemetry ${own}`.slice(0, 120);
    if (!format) {
      const scopes = [...providerScopes];
      return { ...(await accounts.createClient({ name, scopes })), api_key: null };
    }
    const { key_id, api_key } = await accounts.createProviderKey({ name });
    return { client_id: key_id, client_secret: '', api_key };
  },
  handle: async ({ name, format = null }, { db, tenant, now, config, gathered }) => {
    const { client_id, ...shown } = gathered;
    const secret = newSharedSecret();
    const provider = {
      id: newId('tp_', now),
      ...{ name, client_id, format },
      secret: encryptSecret(secret, config.SVC_SECRET),
      old_secret: null,
      old_secret_expires_at: null,
      created_at: now,
    };
    await insertProvider(db, tenant, provider);
    return { ...toProviderResource(provider), ...shown, secret: format ? '' : secret };
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
  passesIdentity: true,
  gather: async ({ id }, { db, tenant, clients: { accounts } }) => {
    const { client_id, format } = requireProvider(await findProvider(db, tenant, id));
    return format && accounts.rotateApiKey({ id: client_id, held_scopes: [...providerScopes] });
  },
  handle: async ({ id }, { db, tenant, now, config, gathered: key }) => {
    if (key) {
      const old_secret_expires_at = key.old_secret?.expires_at ?? now.toISOString();
      return { secret: '', api_key: key.api_key, old_secret_expires_at };
    }
    const secret = newSharedSecret();
    const found = requireProvider(await lockProvider(db, tenant, id));
    const next = rotateSecret(found, encryptSecret(secret, config.SVC_SECRET), now);
    await saveSecrets(db, tenant, next);
    clearProviderCache(config);
    const old_secret_expires_at = next.old_secret_expires_at.toISOString();
    return { secret, api_key: null, old_secret_expires_at };
  },
});
