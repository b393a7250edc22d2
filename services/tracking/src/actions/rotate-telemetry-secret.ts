import { command } from '../define.ts';
import { existingProvider, rotated } from '../domain/telemetry/provider.ts';
import { forgetProviders } from '../known-providers.ts';
import { newSecret, sealSecret } from '../provider-secrets.ts';
import { lockProvider, saveSecrets } from '../store/providers.ts';

export const rotateTelemetrySecret = command('rotateTelemetrySecret', {
  handle: async ({ id }, { db, tenant, now, config }) => {
    const secret = newSecret();
    const found = existingProvider(await lockProvider(db, tenant, id));
    const next = rotated(found, sealSecret(secret, config.SVC_SECRET), now);
    await saveSecrets(db, tenant, next);
    forgetProviders(config);
    return { secret, old_secret_expires_at: next.old_secret_expires_at.toISOString() };
  },
});
