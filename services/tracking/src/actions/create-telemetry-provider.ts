import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { toProviderResource } from '../domain/telemetry/provider.ts';
import { newSecret, sealSecret } from '../provider-secrets.ts';
import { insertProvider } from '../store/providers.ts';

/** A crash after accounts was asked leaves a client whose secret nobody has seen, of no provider. */
export const createTelemetryProvider = command('createTelemetryProvider', {
  gather: async ({ name }, { clients: { accounts } }) =>
    accounts.createClient({ name: `Telemetry ${name}`.slice(0, 120), scopes: ['telemetry:write'] }),
  handle: async ({ name }, { db, tenant, now, config, facts }) => {
    const secret = newSecret();
    const provider = {
      id: newId('tp_', now),
      name,
      client_id: facts.client_id,
      secret: sealSecret(secret, config.SVC_SECRET),
      old_secret: null,
      old_secret_expires_at: null,
      created_at: now,
    };
    await insertProvider(db, tenant, provider);
    return { ...toProviderResource(provider), client_secret: facts.client_secret, secret };
  },
});
