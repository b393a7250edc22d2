import { every } from '../define.ts';
import { idleSince } from '../domain/rate-window.ts';
import { removeIdleCallers } from '../store/rate-windows.ts';
import { expireTenants } from '../workflows/expire-tenants.ts';

const batchMax = 500;

/**
 * Expires sandbox callers that were idle for six hours and emits their tenants for the tenant purge.
 * A returning caller gets a new tenant, so a purge never races with new data.
 */
export const expireCallers = every('expire-callers', '* * * * *', async (context) => {
  const { db, now } = context;
  const tenants = await removeIdleCallers(db, { idleSince: idleSince(now), max: batchMax });
  await expireTenants(tenants, context);
  return tenants.length === batchMax ? 'again' : undefined;
});
