import { every } from '../define.ts';
import { idleSince } from '../domain/rate-window.ts';
import { removeIdleCallers } from '../store/rate-windows.ts';

const batchMax = 500;

/**
 * Expires sandbox callers that were idle for six hours and emits their tenants for the tenant purge.
 * A returning caller gets a new tenant, so a purge never races with new data.
 */
export const expireCallers = every('expire-callers', '* * * * *', async ({ db, now, emit }) => {
  const tenants = await removeIdleCallers(db, { idleSince: idleSince(now), max: batchMax });
  for (const tenant of tenants) {
    emit('sandbox.expired', { tenant_id: tenant }, {}, { tenant });
  }
  return tenants.length === batchMax ? 'again' : undefined;
});
