/**
 * Statistics of tables that were never analyzed (docs/architecture/data.md). Without any the
 * planner expects 200 tenants, and on a small table one row of each: a look-up by the tenant alone
 * then costs as much as one by the whole key, the index that was made last is taken, and
 * connections keep the plan.
 */
import type { Client } from 'pg';

/** So few that the key is cheaper, so many that an index is not searched tenant by tenant. */
const tenantsExpected = 10;

/** Sets what the first ANALYZE replaces. Before Postgres 18 only ANALYZE can. */
export async function expectFewTenants(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ has_it: boolean }>(
    `select to_regproc('pg_restore_attribute_stats') is not null as has_it`,
  );
  if (!rows[0]?.has_it) return;
  await client.query(
    `select pg_restore_attribute_stats(
              'schemaname', nspname::text, 'relname', relname::text, 'attname', attname::text,
              'inherited', false, 'version', current_setting('server_version_num')::int,
              'n_distinct', $2::real)
       from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute on attrelid = c.oid
      where nspname = $1 and relkind = 'r' and attname = 'tenant_id'
        and not exists (select from pg_stats s where (s.schemaname, s.tablename, s.attname)
                                                   = (nspname, relname, 'tenant_id'))`,
    [schema, tenantsExpected],
  );
}
