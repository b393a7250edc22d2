/** Provider leases: the fencing token with which batches of a provider may be appended. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Takes the lease exclusively until the transaction ends, after all running appends; returns the
 * current fencing token.
 */
export async function lockProviderLease(
  db: Kysely<Tables>,
  providerId: string,
): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(${lockOf(providerId)})`.execute(db);
  const { rows } = await sql<{ token: string | null }>`
    select token from provider_lease where provider_id = ${providerId} for update`.execute(db);
  return rows[0]?.token ?? undefined;
}

const lockOf = (providerId: string) => sql`hashtextextended(${providerId}, 0)`;

export async function saveProviderLease(
  db: Kysely<Tables>,
  providerId: string,
  token: string,
): Promise<void> {
  await sql`
    insert into provider_lease (provider_id, token) values (${providerId}, ${token})
    on conflict (provider_id) do update set token = excluded.token`.execute(db);
}
