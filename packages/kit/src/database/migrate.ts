/** Brings a service's schema up to date and gives its runtime role exactly that schema. */
import { createHmac } from 'node:crypto';
import { Logger, runMigrations as migrateWorker } from 'graphile-worker';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import type { Logger as Log } from '../process/log.ts';
import type { Migration } from '../service/service.ts';
import { databaseName, ensureOwner, migrationLock, sessionsAs, workerSchema } from './owner.ts';
import { kitMigrations } from './tables.ts';

export interface MigrationOptions {
  /** May create schemas and roles; what it makes belongs to the service's owner role. */
  url: string;
  /** Also the schema's name. */
  service: string;
  /** May name `:runtime_role`, to take rights away from it again, and `:environment`. */
  migrations: readonly Migration[];
  environment?: 'live' | 'sandbox';
  login: RoleLogin;
  log: Log;
}

/** Of the runtime role. Without a password that was drawn for it, one is derived from the secret. */
export interface RoleLogin {
  password?: string | undefined;
  secret?: string | undefined;
}

/** Returns the URL under which the service runs: its own role, no DDL, no other schema. */
export async function migrate(options: MigrationOptions): Promise<string> {
  const { url, service } = options;
  const client = new Client({ connectionString: url, application_name: `${service}:migrate` });
  client.on('error', (err) => options.log.warn({ err }, 'migration connection lost'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [migrationLock]);
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
    await openWorkerSchema(client, service, role.name);
    return role.url;
  } finally {
    await client.end();
  }
}

const silent = new Logger(() => () => {});

/** The service's role in this database, and the URL under which it connects. */
export function runtimeRole(url: string, service: string, login: RoleLogin) {
  const target = new URL(url);
  const name = `${databaseName(url)}_${service}`;
  const password = login.password ?? derivedPassword(name, login.secret);
  target.username = name;
  target.password = encodeURIComponent(password);
  return { name, password, url: target.href };
}

function derivedPassword(role: string, secret: string | undefined): string {
  if (!secret) throw new Error('Set SVC_DATABASE_PASSWORD to the password of the runtime role.');
  return createHmac('sha256', secret).update(`role ${role}`).digest('hex');
}

/** Rights on the database itself, which a copy made from a template does not inherit. */
export function databaseRights(database: string, role: string): string {
  const name = escapeIdentifier(database);
  return `
    grant connect on database ${name} to ${escapeIdentifier(role)};
    revoke connect, temporary on database ${name} from public;`;
}

async function ensureRole(client: Client, { url, service, login }: MigrationOptions) {
  const role = runtimeRole(url, service, login);
  const name = escapeIdentifier(role.name);
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role.name]);
  if (known.rowCount === 0) await client.query(`create role ${name} login`);
  await client.query(`
    alter role ${name} password ${escapeLiteral(role.password)};
    revoke create on schema public from public;
    ${databaseRights(databaseName(url), role.name)}`);
  return { name, url: role.url };
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
  for (const { name, sql } of [...kitMigrations, ...migrations]) {
    if (applied.has(name)) continue;
    await client.query('begin');
    try {
      await client.query(
        sql
          .replaceAll(':runtime_role', role)
          .replaceAll(':environment', escapeLiteral(environment)),
      );
      await client.query('insert into migration (name) values ($1)', [name]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new Error(`migration ${service}/${name} failed`, { cause: error });
    }
    log.info({ service, migration: name }, 'migrated');
  }
}

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
