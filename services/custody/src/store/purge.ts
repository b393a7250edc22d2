import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Removes all of at most `max` jobs of tenants of the sandbox; answers how many. The service itself
 * may delete nothing of a chain: the database's owner made a function that does this and no more.
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
