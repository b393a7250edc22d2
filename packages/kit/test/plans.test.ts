/** Lookups by part of a key are noticed in the plan of a statement. */
import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { expectFewTenants, fewTenantsMigration } from '../src/database/tenant-statistics.ts';
import { partialLookups } from '../src/testing/plans.ts';
import { emptyDatabase } from './empty-database.ts';

const { owner, query } = emptyDatabase(`
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
async function asOwner<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await owner().connect();
  return work(client).finally(() => client.release());
}
const lookups = (text: string, isPlannedOnce = false) =>
  asOwner((client) => partialLookups(client, { schema: 's', text, isPlannedOnce }));

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
    expect(await lookups(text)).toEqual([]);
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
    expect(await lookups(text)).toEqual([expect.stringContaining(found)]);
  });
});

it('a partial index serves a statement planned once if its condition is in the text', async () => {
  const due = (status: string) => `select * from stop where status = ${status} order by id limit 9`;
  expect(await lookups(due("'due'"), true)).toEqual([]);
  const hidden = [expect.stringMatching(/a parameter hides stop_due$/)];
  expect(await lookups(due('$1'), true)).toEqual(hidden);
  // The index may serve the values of a statement that is planned for each.
  expect(await lookups(due('$1'))).toEqual([]);
});

it('a table that was never analyzed is read by any index, until few tenants are expected', async () => {
  const inSchema = (sql: string) =>
    asOwner((client) => client.query(`set search_path = s; ${sql}`));
  await inSchema(fewTenantsMigration.sql);
  const expectFew = () =>
    asOwner(async (client) => {
      await client.query('set search_path = s');
      await expectFewTenants(client);
    });
  const byKey = 'select * from label where tenant_id = $1 and id = $2';
  expect(await lookups(byKey)).toEqual(['Index Scan of label by label_ref']);
  await expectFew();
  expect(await lookups(byKey)).toEqual([]);
  const tenants = () =>
    query("select n_distinct from pg_stats where tablename = 'label' and attname = 'tenant_id'");
  await query(`insert into s.label select 'one', n from generate_series(1, 9) n`);
  await query('analyze s.label');
  const analyzed = await tenants();
  expect(analyzed[0].n_distinct).toBeLessThan(0);
  await expectFew();
  expect(await tenants()).toEqual(analyzed);
});
