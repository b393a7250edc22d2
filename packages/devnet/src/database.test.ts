import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createDatabase, databaseUrl, dropDatabase } from './database.ts';

const admin = inject('postgresUrl');

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

test('copies a template, and drops a database in use', async () => {
  const template = await createDatabase(admin, 'devnet_template');
  await query(template, 'create table city (name text); insert into city values ($$Łódź$$)');
  const copy = await createDatabase(admin, 'devnet "copy"', 'devnet_template');
  expect(await query(copy, 'select name from city')).toEqual([{ name: 'Łódź' }]);

  const busy = new pg.Client({ connectionString: copy });
  busy.on('error', () => undefined);
  await busy.connect();
  await dropDatabase(admin, 'devnet "copy"');
  await dropDatabase(admin, 'devnet_template');
  await expect(query(copy, 'select 1')).rejects.toThrow('does not exist');
  await dropDatabase(admin, 'devnet_template');
});

test('names another database and role in a URL', () => {
  const url = databaseUrl('postgres://a:b@127.0.0.1:1/postgres?x=1', 'jobs', {
    user: 'jo',
    password: 'p@s/s',
  });
  expect(url).toBe('postgres://jo:p%40s%2Fs@127.0.0.1:1/jobs?x=1');
});
