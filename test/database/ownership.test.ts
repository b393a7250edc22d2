/** Rights in every schema of an environment: owners, definer functions, grants to PUBLIC. */
import { randomBytes } from 'node:crypto';
import { databaseUrl, dropDatabases } from '@svc/devnet';
import { startHost } from '@svc/kit/host';
import { createLogger } from '@svc/kit/log';
import { services } from '@svc/local/services';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const admin = inject('postgresUrl');
const name = `t${randomBytes(6).toString('hex')}`;

const cases = [
  { by: 'a superuser', creator: undefined },
  {
    by: 'a role that may create databases and roles, and no more',
    creator: { user: `${name}_creator`, password: randomBytes(16).toString('hex') },
  },
] as const;

async function asAdmin(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: admin });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** All services on a database that `url` made, as in one process without a nats-server. */
async function startAll(url: string): Promise<void> {
  const options = {
    name: 'ownership',
    services,
    env: {
      SVC_SECRET: 'a secret for tests only, 32 chars or more',
      SVC_POSTGRES_URL: url,
      SVC_ENVIRONMENT: 'sandbox',
      SVC_PUBLIC_URL: 'http://127.0.0.1',
    },
    log: createLogger({ name: 'test', level: 'silent' }),
  };
  const host = await startHost(options);
  await host.stop();
}

describe.each(cases)('a database made by $by', ({ creator }) => {
  const url = databaseUrl(admin, name, creator);
  let client: Client;
  beforeAll(async () => {
    if (creator) {
      await asAdmin(
        `create role ${creator.user} login createdb createrole password '${creator.password}'`,
      );
    }
    // Not as its login: a migration of another database has closed this one to all but its owner.
    const maker = new Client({ connectionString: databaseUrl(admin, 'postgres') });
    await maker.connect();
    if (creator) await maker.query(`set role ${creator.user}`);
    await maker.query(`create database ${name} template template0`);
    await maker.end();
    await startAll(url);
    client = new Client({ connectionString: databaseUrl(admin, name) });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await dropDatabases(admin, name);
  });

  const found = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows;
  const ours = `(select oid, nspname, nspowner from pg_namespace
    where nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'public')) n`;

  it('has a schema for each service, and one for its timers', async () => {
    const schemas = (await found(`select nspname from ${ours}`)).flat();
    for (const { contract } of services) {
      expect(schemas).toEqual(expect.arrayContaining([contract.name, `${contract.name}_worker`]));
    }
  });

  it('holds no object that belongs to a superuser or to somebody who can log in', async () => {
    const owned = await found(`
      select o.kind || ' ' || n.nspname || '.' || o.name || ' of ' || r.rolname from (
        select 'relation' as kind, relname as name, relnamespace as schema, relowner as owner from pg_class
        union all select 'function', proname, pronamespace, proowner from pg_proc
        union all select 'type', typname, typnamespace, typowner from pg_type
        union all select 'schema', nspname, oid, nspowner from pg_namespace
      ) o join ${ours} on n.oid = o.schema join pg_roles r on r.oid = o.owner
       where r.rolsuper or r.rolcanlogin`);
    expect(owned).toEqual([]);
  });

  it('has no definer function whose search path does not end with pg_temp', async () => {
    const definers = await found(`
      select n.nspname || '.' || proname, coalesce(array_to_string(proconfig, ' '), '')
        from pg_proc join ${ours} on n.oid = pronamespace where prosecdef`);
    expect(definers.length).toBeGreaterThan(0);
    const path = /^search_path=\w+, pg_temp$/;
    expect(definers.filter(([, config]) => !path.test(config))).toEqual([]);
  });

  it('gives PUBLIC neither connections nor temporary tables', async () => {
    const rights = await found(`
      select privilege_type from pg_database, aclexplode(datacl)
       where datname = current_database() and grantee = 0`);
    expect(rights).toEqual([]);
  });
});

describe('a database whose objects belong to the superuser who migrated it', () => {
  const url = databaseUrl(admin, name);
  let client: Client;
  beforeAll(async () => {
    await asAdmin(`create database ${name} template template0`);
    await startAll(url);
    client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ owner: string }>(
      "select rolname as owner from pg_roles where starts_with(rolname, $1) and right(rolname, 6) = '_owner'",
      [`${name}_`],
    );
    for (const { owner } of rows) await client.query(`reassign owned by ${owner} to current_user`);
  });
  afterAll(async () => {
    await client?.end();
    await dropDatabases(admin, name);
  });

  const foreign = async (): Promise<number> => {
    const { rows } = await client.query(`
      select count(*)::int as n from pg_class c join pg_namespace n on n.oid = relnamespace
       where relowner = 10 and nspname !~ '^(pg_|information_schema|public)'`);
    return rows[0]?.n;
  };

  it('changes hands at the next start, its timers and its bus among it', async () => {
    expect(await foreign()).toBeGreaterThan(100);
    await startAll(url);
    expect(await foreign()).toBe(0);
    await startAll(url);
  });
});
