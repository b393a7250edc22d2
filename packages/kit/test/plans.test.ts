/** Lookups by part of a key are noticed in the plan of a statement. */
import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabases } from '@svc/devnet';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectFewTenants } from '../src/database/tenant-statistics.ts';
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
    create table s.stop (tenant_id text, id text, status text, primary key (tenant_id, id));
    create index stop_due on s.stop (id) where status = 'due';
    create table s.visit (tenant_id text collate "C", id text collate "C", primary key (tenant_id, id));
    create index visit_id on s.visit (id);
    create table s.client (id text primary key, tenant_id text, revoked_at date);
    create index client_valid on s.client (tenant_id, id) where revoked_at is null;
    create table s.label (tenant_id text, id text, text text, ref text, kind text, by text, place text,
                          printer text, format text, primary key (tenant_id, id));
    create index label_ref on s.label (tenant_id, ref)`);
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
    [
      'leaves out a set',
      'delete from client where id not in (select max(id) from client group by tenant_id)',
    ],
    ['knows an id that is unique', 'select * from visit where tenant_id = $1 and id = $2'],
    [
      'reads all of one table, and looks each up in another',
      `select * from job j where not exists (
         select from visit v where v.tenant_id = j.tenant_id and v.id = j.id offset 0)`,
    ],
    [
      'reads all of one table, and joins what there is of a list',
      `select * from job j left join ${keys} on (j.tenant_id, j.id) = (k.tenant_id, k.id)`,
    ],
    ['knows the places', 'delete from job where ctid = any (array(select ctid from job limit 9))'],
  ])('finds rows %s by a whole key', async (_, text) => {
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
    [
      'searches an index from tenant to tenant',
      'select * from client where id = $1 and revoked_at is null',
      'of client by client_valid',
    ],
  ])('is reported by part of a key: %s', async (_, text, found) => {
    const partial = await partialLookups(client, { schema: 's', text });
    expect(partial).toEqual([expect.stringContaining(found)]);
  });
});

describe('a partial index', () => {
  const due = (status: string) => {
    const text = `select * from stop where status = ${status} order by id limit 9`;
    return { schema: 's', text };
  };

  it('serves a statement planned once if its condition is in the text', async () => {
    const found = (status: string) =>
      partialLookups(client, { ...due(status), isPlannedOnce: true });
    expect(await found("'due'")).toEqual([]);
    expect(await found('$1')).toEqual([expect.stringMatching(/a parameter hides stop_due$/)]);
  });

  it('may serve the values of a statement that is planned for each', async () => {
    expect(await partialLookups(client, due('$1'))).toEqual([]);
  });
});

describe('a table that was never analyzed', () => {
  const byKey = 'select * from label where tenant_id = $1 and id = $2';
  const tenants = async () => {
    const { rows } = await client.query(
      `select n_distinct from pg_stats where tablename = 'label' and attname = 'tenant_id'`,
    );
    return rows.map(({ n_distinct }) => n_distinct);
  };

  it('is read by any index with the tenant, until few tenants are expected', async () => {
    const lookup = { schema: 's', text: byKey };
    expect(await partialLookups(client, lookup)).toEqual(['Index Scan of label by label_ref']);
    await expectFewTenants(client, 's');
    expect(await partialLookups(client, lookup)).toEqual([]);
  });

  it('keeps what ANALYZE has found', async () => {
    await client.query(`insert into s.label select 'one', n from generate_series(1, 9) n`);
    await client.query('analyze s.label');
    const [analyzed] = await tenants();
    expect(analyzed).toBeLessThan(0);
    await expectFewTenants(client, 's');
    expect(await tenants()).toEqual([analyzed]);
  });
});
