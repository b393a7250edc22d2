/** Lookups by part of a key are noticed in the plan of a statement. */
import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabases } from '@svc/devnet';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { partialLookups } from '../src/testing/plans.ts';

const name = `t${randomBytes(6).toString('hex')}`;
let client: Client;
beforeAll(async () => {
  const url = await createDatabase(inject('postgresUrl'), name);
  client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create schema s;
    create table s.job (tenant_id text collate "C", id text collate "C", ref text, primary key (tenant_id, id));
    create index job_ref on s.job (tenant_id, ref);
    create table s.stop (tenant_id text, id text, primary key (tenant_id, id))`);
});
afterAll(async () => {
  await client?.end();
  await dropDatabases(inject('postgresUrl'), name);
});

const keys = 'json_to_recordset($1) as k(tenant_id text, id text)';

describe('a statement over empty tables', () => {
  it.each([
    ['names rows', 'delete from job where tenant_id = any ($1) and id = any ($2)'],
    ['reads a range', 'select * from job where tenant_id = $1 and id > $2 order by id limit 10'],
    ['reads all of a tenant', 'select * from job where tenant_id = $1'],
    [
      'looks each row up behind a fence',
      `select j.* from ${keys} cross join lateral (
         select * from job j where (j.tenant_id, j.id) = (k.tenant_id, k.id) offset 0) j`,
    ],
    ['knows the places', 'delete from job where ctid = any (array(select ctid from job limit 9))'],
  ])('%s by a whole key', async (_, text) => {
    expect(await partialLookups(client, { schema: 's', text })).toEqual([]);
  });

  it.each([
    [
      'joins a list by reading an index to its end',
      `update job j set ref = '' from ${keys} where (j.tenant_id, j.id) = (k.tenant_id, k.id)`,
      'of job',
    ],
    [
      'compares a key in another collation than its index',
      'select (select count(*) from stop s where s.tenant_id = j.tenant_id and s.id = j.id) from job j',
      'of stop',
    ],
  ])('%s', async (_, text, found) => {
    const partial = await partialLookups(client, { schema: 's', text });
    expect(partial).toEqual([expect.stringContaining(found)]);
  });
});
