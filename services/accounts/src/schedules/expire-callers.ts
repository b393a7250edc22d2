import { every } from '../define.ts';
import { idleSince } from '../domain/rate-window.ts';
import { removeIdleCallers } from '../store/rate-windows.ts';

const batchMax = 500;

/**
 * Callers of the sandbox that were idle for six hours are forgotten, and every service is told. One
 * who comes back is somebody new, so whoever removes what it had races with nobody.
 */
export const expireCallers = every('expire-callers', '* * * * *', async ({ db, now, emit }) => {
  const tenants = await removeIdleCallers(db, { idleSince: idleSince(now), max: batchMax });
  for (const tenant of tenants) {
    emit('sandbox.expired', { tenant_id: tenant }, {}, { tenant });
  }
  return tenants.length === batchMax ? 'again' : undefined;
});
