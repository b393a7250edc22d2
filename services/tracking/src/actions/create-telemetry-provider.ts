import { newId } from '@svc/kit/ids';
import { newSecret, sealSecret } from '../adapters/provider-secrets.ts';
import { command } from '../define.ts';
import { toProviderResource } from '../domain/telemetry/provider.ts';
import { insertProvider } from '../store/providers.ts';

/** A crash after the call to accounts leaves a client without a provider, its secret never shown. */
export const createTelemetryProvider = command('createTelemetryProvider', {
  gather: async ({ name }, { clients: { accounts } }) =>
    accounts.createClient({ name: `Telemetry ${name}`.slice(0, 120), scopes: ['telemetry:write'] }),
  handle: async ({ name }, { db, tenant, now, config, gathered }) => {
    const secret = newSecret();
    const provider = {
      id: newId('tp_', now),
      name,
      client_id: gathered.client_id,
      secret: sealSecret(secret, config.SVC_SECRET),
      old_secret: null,
      old_secret_expires_at: null,
      created_at: now,
    };
    await insertProvider(db, tenant, provider);
    return { ...toProviderResource(provider), client_secret: gathered.client_secret, secret };
  },
});
