import type { AccountsWriteContext } from '../define.ts';
import { markExpired } from '../store/tenants.ts';

/** Ends sandbox tenants: in this service, and by an event in all others. */
export async function expireTenants(
  tenants: readonly string[],
  { db, now, emit }: Pick<AccountsWriteContext, 'db' | 'now' | 'emit'>,
): Promise<void> {
  if (tenants.length === 0) return;
  for (const tenant of tenants) emit('sandbox.expired', { tenant_id: tenant }, {}, { tenant });
  await markExpired(db, tenants, now);
}
