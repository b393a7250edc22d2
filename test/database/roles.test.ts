/** Every service's role against every other's schema: each statement is tried, and refused. */
import { randomBytes } from 'node:crypto';
import { createTestDatabase, loginUrl, type TestDatabase } from '@svc/kit/testing/database';
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
    const connectionString = loginUrl(database.url, service, database.password(service));
    const client = new Client({ connectionString });
    await client.connect();
    clients.set(service, client);
  }
});
afterAll(async () => {
  for (const client of [owner, ...clients.values()]) await client?.end();
  await database?.drop();
});

it.each(names)('%s connects to no database beside its own', async (service) => {
  for (const other of ['postgres', 'template1']) {
    const login = new URL(loginUrl(database.url, service, database.password(service)));
    login.pathname = `/${other}`;
    const client = new Client({ connectionString: login.href });
    await expect(client.connect()).rejects.toMatchObject({ code: insufficientPrivilege });
  }
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

/** Tables with a column of each, views, sequences, and calls of functions with a null per argument. */
const objectsSql = {
  table: `select format('%I.%I', nspname, relname) as name,
                 (select quote_ident(attname) from pg_attribute
                   where attrelid = c.oid and attnum > 0 and not attisdropped limit 1) as column
            from pg_class c join pg_namespace n on n.oid = relnamespace
           where nspname = any($1) and relkind in ('r', 'p')`,
  view: `select format('%I.%I', nspname, relname) as name, '' as column
           from pg_class join pg_namespace n on n.oid = relnamespace
          where nspname = any($1) and relkind in ('v', 'm')`,
  sequence: `select format('%I.%I', nspname, relname) as name, '' as column
               from pg_class join pg_namespace n on n.oid = relnamespace
              where nspname = any($1) and relkind = 'S'`,
  function: `select format('%I.%I(%s)', nspname, proname,
                      (select string_agg('null::' || format_type(t, null), ', ' order by at)
                         from unnest(proargtypes) with ordinality as a (t, at))) as name, '' as column
               from pg_proc join pg_namespace n on n.oid = pronamespace
              where nspname = any($1) and prokind = 'f' and prorettype <> 'trigger'::regtype`,
} as const;
type ObjectKind = keyof typeof objectsSql;

async function objectsIn(schemas: readonly string[], kind: ObjectKind) {
  const { rows } = await owner.query<{ name: string; column: string }>(objectsSql[kind], [schemas]);
  return rows;
}

/** Quoted. */
async function ownerOf(schema: string): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    'select nspowner::regrole::text as name from pg_namespace where nspname = $1',
    [schema],
  );
  return rows[0]?.name ?? '';
}

interface Found {
  name: string;
  column: string;
}

const statementsOn: Readonly<Record<ObjectKind, (found: Found) => string[]>> = {
  table: ({ name, column }) => [
    `select from ${name}`,
    `insert into ${name} default values`,
    `update ${name} set ${column} = default`,
    `delete from ${name}`,
    `truncate ${name}`,
    `copy ${name} to stdout`,
    `do $$ begin lock table ${name} in access share mode; end $$`,
  ],
  view: ({ name }) => [`select from ${name}`, `copy (select from ${name}) to stdout`],
  sequence: ({ name }) => [
    `select nextval('${name}')`,
    `select setval('${name}', 1)`,
    `select last_value from ${name}`,
  ],
  function: ({ name }) => [`select ${name}`],
};
const kinds: readonly ObjectKind[] = ['table', 'view', 'sequence', 'function'];

it('opens nothing of another service to a role', async () => {
  const passed: string[] = [];
  let tried = 0;
  const counts = new Map<ObjectKind, number>();
  for (const role of names) {
    const client = clients.get(role);
    if (!client) throw new Error(`${role} has no connection`);
    for (const victim of names.filter((name) => name !== role)) {
      const onObjects: string[] = [];
      for (const kind of kinds) {
        const found = await objectsIn(schemasOf(victim), kind);
        counts.set(kind, (counts.get(kind) ?? 0) + found.length);
        onObjects.push(...found.flatMap(statementsOn[kind]));
      }
      const statements = [
        ...onObjects,
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
  expect(counts.get('table')).toBeGreaterThan(10 * pairs);
  expect(counts.get('function')).toBeGreaterThan(pairs);
  const objects = [...counts].map(([kind, n]) => `${n} ${kind}s`).join(', ');
  process.stdout.write(
    `${tried} statements on ${objects} of ${pairs} pairs of role and schema, all refused\n`,
  );
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
