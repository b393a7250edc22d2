/** Every service's role against every other's schema: each statement is tried, and refused. */
import { randomBytes } from 'node:crypto';
import { databaseUrl } from '@svc/devnet';
import { createTestDatabase, type TestDatabase } from '@svc/kit/testing/database';
import { services } from '@svc/local/services';
import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const names = services.map(({ contract }) => contract.name);
const insufficientPrivilege = '42501';

let database: TestDatabase;
let owner: Client;
const clients = new Map<string, Client>();

beforeAll(async () => {
  const secret = randomBytes(32).toString('hex');
  database = await createTestDatabase({ adminUrl: inject('postgresUrl'), services, secret });
  owner = new Client({ connectionString: database.url });
  await owner.connect();
  for (const service of names) {
    const login = { user: `${database.name}_${service}`, password: database.password(service) };
    const client = new Client({
      connectionString: databaseUrl(database.url, database.name, login),
    });
    await client.connect();
    clients.set(service, client);
  }
});
afterAll(async () => {
  for (const client of [owner, ...clients.values()]) await client?.end();
  await database?.drop();
});

/** `true` if Postgres refuses it for want of a right; any other outcome is a way in. */
async function isRefused(client: Client, sql: string): Promise<boolean> {
  try {
    await client.query(sql);
    return false;
  } catch (error) {
    return error instanceof DatabaseError && error.code === insufficientPrivilege;
  }
}

const schemasOf = (service: string) => [service, `${service}_worker`];

async function objectsIn(schemas: readonly string[], kind: 'table' | 'function') {
  const sql = {
    table: `select format('%I.%I', schemaname, tablename) as name from pg_tables
             where schemaname = any($1)`,
    function: `select format('%I.%I', nspname, proname) as name from pg_proc p
                 join pg_namespace n on n.oid = pronamespace
                where nspname = any($1) and pronargs = 0`,
  };
  const { rows } = await owner.query<{ name: string }>(sql[kind], [schemas]);
  return rows.map(({ name }) => name);
}

/** Quoted. */
async function ownerOf(schema: string): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    'select nspowner::regrole::text as name from pg_namespace where nspname = $1',
    [schema],
  );
  return rows[0]?.name ?? '';
}

const statementsOn = (table: string) => [
  `select from ${table}`,
  `insert into ${table} default values`,
  `delete from ${table}`,
  `truncate ${table}`,
  `copy ${table} to stdout`,
];

it('opens nothing of another service to a role', async () => {
  const passed: string[] = [];
  let tried = 0;
  for (const role of names) {
    const client = clients.get(role);
    if (!client) throw new Error(`${role} has no connection`);
    for (const victim of names.filter((name) => name !== role)) {
      const tables = await objectsIn(schemasOf(victim), 'table');
      const functions = await objectsIn(schemasOf(victim), 'function');
      expect(tables.length).toBeGreaterThan(10);
      const statements = [
        ...tables.flatMap(statementsOn),
        ...functions.map((name) => `select ${name}()`),
        ...schemasOf(victim).map((schema) => `create table ${schema}.planted ()`),
        `set role ${escapeIdentifier(`${database.name}_${victim}`)}`,
        `set role ${await ownerOf(victim)}`,
      ];
      for (const sql of statements) {
        tried += 1;
        if (!(await isRefused(client, sql))) passed.push(`${role}: ${sql}`);
      }
    }
  }
  expect(passed).toEqual([]);
  const pairs = names.length * (names.length - 1);
  process.stdout.write(`${tried} statements of ${pairs} pairs of role and schema, all refused\n`);
});

it('gives a role no right on the database or the server', async () => {
  for (const [role, client] of clients) {
    for (const sql of [
      'create schema planted',
      'create temporary table planted ()',
      'create role planted',
      'create table public.planted ()',
      "select pg_read_file('PG_VERSION')",
      `alter role ${escapeIdentifier(`${database.name}_${role}`)} createrole`,
    ]) {
      expect(await isRefused(client, sql), `${role}: ${sql}`).toBe(true);
    }
  }
});

it('notices what gets through: a service may read its own tables', async () => {
  const [service = ''] = names;
  const client = clients.get(service);
  expect(client && (await isRefused(client, `select from ${service}.outbox`))).toBe(false);
});
