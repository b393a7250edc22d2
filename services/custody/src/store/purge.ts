import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Tenant purge: deletes at most `max` jobs of sandbox tenants and returns their number. The
 * service's role has no delete right on chains; this is a security-definer function of the
 * database's owner.
 */
export async function purgeSandboxJobs(
  db: Kysely<Tables>,
  tenants: readonly string[],
  max: number,
): Promise<number> {
  const { rows } = await sql<{ purged: number }>`
    select purge_sandbox_jobs(${tenants}, ${max}) as purged`.execute(db);
  return rows[0]?.purged ?? 0;
}
