import { newSecret, sealSecret } from '../adapters/provider-secrets.ts';
import { command } from '../define.ts';
import { requireProvider, rotateSecret } from '../domain/telemetry/provider.ts';
import { lockProvider, saveSecrets } from '../store/providers.ts';
import { clearProviderCache } from '../workflows/telemetry/provider-cache.ts';

export const rotateTelemetrySecret = command('rotateTelemetrySecret', {
  handle: async ({ id }, { db, tenant, now, config }) => {
    const secret = newSecret();
    const found = requireProvider(await lockProvider(db, tenant, id));
    const next = rotateSecret(found, sealSecret(secret, config.SVC_SECRET), now);
    await saveSecrets(db, tenant, next);
    clearProviderCache(config);
    return { secret, old_secret_expires_at: next.old_secret_expires_at.toISOString() };
  },
});
