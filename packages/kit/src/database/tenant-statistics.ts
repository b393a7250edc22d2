/**
 * Statistics of tables that were never analyzed (docs/architecture/data.md). Without any the
 * planner expects 200 tenants, and on a small table one row of each: a look-up by the tenant alone
 * then costs as much as one by the whole key, the index that was made last is taken, and
 * connections keep the plan.
 */
import type { Client } from 'pg';
import type { Migration } from './migration.ts';

/**
 * So few that the key is cheaper, so many that an index is not searched tenant by tenant. Before
 * Postgres 18 only ANALYZE can set statistics.
 */
const tenantsExpected = 10;

export const fewTenantsMigration: Migration = {
  name: '0000-kit-few-tenants',
  sql: `
    -- Sets what the first ANALYZE replaces, in tables that have no statistics.
    create function expect_few_tenants() returns void language plpgsql as $$
    begin
      if to_regproc('pg_restore_attribute_stats') is null then return; end if;
      perform pg_restore_attribute_stats(
                'schemaname', nspname::text, 'relname', relname::text, 'attname', attname::text,
                'inherited', false, 'version', current_setting('server_version_num')::int,
                'n_distinct', ${tenantsExpected}::real)
         from pg_class c join pg_namespace n on n.oid = relnamespace
         join pg_attribute on attrelid = c.oid
        where nspname = current_schema() and relkind = 'r' and attname = 'tenant_id'
          and not exists (select from pg_stats s where (s.schemaname, s.tablename, s.attname)
                                                     = (nspname, relname, 'tenant_id'));
    end $$;`,
};

export const expectFewTenants = (client: Client) => client.query('select expect_few_tenants()');
