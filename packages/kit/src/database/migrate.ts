/** Brings a service's schema up to date and gives its runtime role exactly that schema. */
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, runMigrations as migrateWorker } from 'graphile-worker';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import type { Logger as Log } from '../observability/log.ts';
import {
  databaseRights,
  ensureLogins,
  type LoginSettings,
  runtimeLogins,
  runtimeRole,
} from './logins.ts';
import type { Migration } from './migration.ts';
import { buildIndexes, isOnline } from './online-migration.ts';
import { databaseName, ensureOwner, lockMigrations, sessionsAs, workerSchema } from './owner.ts';
import { kitMigrations } from './tables.ts';
import { expectFewTenants } from './tenant-statistics.ts';

interface MigrationOptions {
  /** May create schemas and roles; what it makes belongs to the service's owner role. */
  url: string;
  /** Name of the service and of its schema. */
  service: string;
  /** May name `:runtime_role`, to take rights away from it again, and `:environment`. */
  migrations: readonly Migration[];
  environment?: 'live' | 'sandbox';
  login: LoginSettings;
  log: Log;
}

/** Returns the URL under which the service runs: its own role, no DDL, no other schema. */
export async function migrate(options: MigrationOptions): Promise<string> {
  const { url, service } = options;
  const client = new Client({ connectionString: url, application_name: `${service}:migrate` });
  client.on('error', (err) => options.log.warn({ err }, 'migration connection lost'));
  await client.connect();
  try {
    await lockMigrations(client);
    const role = await ensureRole(client, options);
    const owner = await ensureOwner(client, url, [service, workerSchema(service)]);
    await client.query(`set role ${escapeIdentifier(owner)}`);
    // First, so that a migration of the service may enqueue tasks.
    await migrateWorker({
      connectionString: sessionsAs(url, owner),
      schema: workerSchema(service),
      logger: silent,
    });
    await applySchema(client, options, role.name);
    await expectFewTenants(client);
    await openWorkerSchema(client, service, role.name);
    return role.url;
  } finally {
    await client.end();
  }
}

const silent = new Logger(() => () => {});

async function ensureRole(client: Client, { url, service, login }: MigrationOptions) {
  const role = runtimeRole(url, service);
  const logins = runtimeLogins(url, service, login);
  await ensureLogins(client, role, logins);
  await client.query(`
    revoke create on schema public from public;
    ${databaseRights(databaseName(url), role)}`);
  return { name: escapeIdentifier(role), url: logins[0].url };
}

async function applySchema(client: Client, options: MigrationOptions, role: string) {
  const { service, migrations, environment = 'live', log } = options;
  const schema = escapeIdentifier(service);
  await client.query(`
    create schema if not exists ${schema};
    set search_path = ${schema};
    create table if not exists migration (
      name text primary key, applied_at timestamptz not null default now());
    grant usage on schema ${schema} to ${role};
    grant select on migration to ${role};
    alter default privileges in schema ${schema}
      grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema ${schema} grant usage on sequences to ${role}`);
  const { rows } = await client.query<{ name: string }>('select name from migration');
  const applied = new Set(rows.map((row) => row.name));
  const filled = (sql: string) =>
    sql.replaceAll(':runtime_role', role).replaceAll(':environment', escapeLiteral(environment));
  for (const { name, sql } of [...kitMigrations, ...migrations]) {
    if (applied.has(name)) continue;
    try {
      if (isOnline(sql)) await applyOnline(client, name, sql);
      else await applyUnlocked(client, { name, sql: filled(sql) }, log);
    } catch (error) {
      throw new Error(`migration ${service}/${name} failed`, { cause: error });
    }
    log.info({ service, migration: name }, 'migrated');
  }
}

/** While it waits for a table, all who read that table wait behind it: two seconds, then again. */
const lockTimeoutMs = 2_000;
const lockPauseMs = 1_000;
const lockTriesMax = 60;

async function applyUnlocked(client: Client, migration: Migration, log: Log): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyInTransaction(client, migration);
    } catch (error) {
      const isLocked = error instanceof DatabaseError && error.code === '55P03';
      if (!isLocked || tries === lockTriesMax) throw error;
      log.warn({ migration: migration.name, tries }, 'a table is in use, the migration waits');
      await pause(lockPauseMs);
    }
  }
}

async function applyInTransaction(client: Client, { name, sql }: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
  try {
    await client.query(sql);
    await client.query(recordSql, [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function applyOnline(client: Client, name: string, sql: string): Promise<void> {
  await buildIndexes(client, sql);
  await client.query(recordSql, [name]);
}

const recordSql = 'insert into migration (name) values ($1)';

/** graphile-worker closes its tables by row-level security to all but their owner. */
async function openWorkerSchema(client: Client, service: string, role: string) {
  const schema = escapeIdentifier(workerSchema(service));
  await client.query(`
    grant usage on schema ${schema} to ${role};
    grant select, insert, update, delete on all tables in schema ${schema} to ${role};
    grant usage on all sequences in schema ${schema} to ${role};
    grant execute on all functions in schema ${schema} to ${role}`);
  const { rows } = await client.query<{ tablename: string }>(
    `select tablename from pg_tables t where schemaname = $1 and rowsecurity and not exists (
       select 1 from pg_policies p where p.schemaname = $1 and p.tablename = t.tablename)`,
    [workerSchema(service)],
  );
  for (const { tablename } of rows) {
    await client.query(
      `create policy runtime on ${schema}.${escapeIdentifier(tablename)} to ${role} using (true)`,
    );
  }
}
