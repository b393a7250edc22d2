import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

interface Counts {
  clients: number;
  api_keys: number;
  sites: number;
  users: number;
}

/** Counts of the rows that accounts keeps of a tenant; revoked credentials and shared sites of others are not counted. */
export async function countHoldings(db: Kysely<Tables>, tenant: string): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*)::int from client where tenant_id = ${tenant} and revoked_at is null) as clients,
    (select count(*)::int from api_key where tenant_id = ${tenant} and revoked_at is null) as api_keys,
    (select count(*)::int from site where tenant_id = ${tenant}) as sites,
    (select count(*)::int from tenant_user where tenant_id = ${tenant}) as users`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('a select without a table has one row');
  return counts;
}
