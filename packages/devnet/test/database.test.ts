import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createDatabase, databaseUrl, dropDatabases } from '../src/database.ts';

const admin = inject('postgresUrl');

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

test('copies a template, and drops databases in use with their roles', async () => {
  const template = await createDatabase(admin, 'devnet_template');
  await query(template, 'create table city (name text); insert into city values ($$Łódź$$)');
  const copy = await createDatabase(admin, 'devnet "copy"', 'devnet_template');
  expect(await query(copy, 'select name from city')).toEqual([{ name: 'Łódź' }]);

  const busy = new pg.Client({ connectionString: copy });
  busy.on('error', () => undefined);
  await busy.connect();
  await query(admin, 'create role devnet_reader');
  await query(admin, 'alter database devnet_template is_template true');
  await dropDatabases(admin, 'devnet');
  await expect(query(copy, 'select 1')).rejects.toThrow('does not exist');
  const left = `select datname from pg_database where datname like 'devnet%'
                union all select rolname from pg_roles where rolname like 'devnet%'`;
  expect(await query(admin, left)).toEqual([]);
  await dropDatabases(admin, 'devnet');
});

test('names another database and role in a URL', () => {
  const url = databaseUrl('postgres://a:b@127.0.0.1:1/postgres?x=1', 'jobs', {
    user: 'jo',
    password: 'p@s/s',
  });
  expect(url).toBe('postgres://jo:p%40s%2Fs@127.0.0.1:1/jobs?x=1');
});
