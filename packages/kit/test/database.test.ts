import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtimeLogins } from '../src/database/logins.ts';
import { becomes, notesTest } from './notes.ts';

let role: Client;
const app = notesTest({ timers: true });
beforeAll(async () => {
  role = new Client({ connectionString: app.running().service('notes').databaseUrl });
  await role.connect();
});
afterAll(async () => {
  await role?.end();
});

describe('the runtime role of a service', () => {
  it.each([
    ['read another schema', 'select * from hearing.heard'],
    ["read another's timers", 'select * from hearing_worker.jobs'],
    ['create a table in its schema', 'create table notes.extra (a int)'],
    ['create a table in public', 'create table public.extra (a int)'],
    ['create a schema', 'create schema extra'],
    ['alter its own table', 'alter table notes.note add column extra text'],
    ['empty its own table', 'truncate notes.note'],
    ['see or change what was migrated', 'delete from notes.migration'],
  ])('is denied the right to %s', async (_what, sql) => {
    await expect(role.query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('has its own tables, without what a migration revoked', async () => {
    await role.query('select * from notes.note');
    const other = new Client({ connectionString: app.hearing().databaseUrl });
    await other.connect();
    await other.query("insert into hearing.heard values ('job_r', 1, 'a')");
    await expect(other.query('delete from hearing.heard')).rejects.toMatchObject({ code: '42501' });
    await other.end();
  });
});

it('the URL without a user is completed to the login that the migration created', () => {
  const { databaseUrl } = app.running().service('notes');
  const bare = new URL(databaseUrl);
  bare.username = '';
  bare.password = '';
  const { SVC_SECRET } = app.running().host.config;
  const [{ url }] = runtimeLogins(bare.href, 'notes', { secret: SVC_SECRET });
  expect(url).toBe(databaseUrl);
});

describe('schedules', () => {
  it('run to the end in bounded batches', async () => {
    await app.sql(
      "insert into notes.note select 'ten_t', 'old' || n, 'old' from generate_series(1, 5) n",
    );
    await app.runSchedule('tidy');
    const rows = await app.sql("select 1 from notes.note where text = 'old'");
    expect(rows).toHaveLength(0);
  });

  it('are run by the worker under the runtime role', async () => {
    await app.sql("insert into notes.note values ('ten_t', 'by-worker', 'old')");
    await role.query("select notes_worker.add_job('tidy')");
    const left = () => app.sql("select 1 from notes.note where id = 'by-worker'");
    await becomes('the worker to run the schedule', async () => (await left()).length === 0);
  });

  it("purge old rows of the kit's tables, and keep young ones", async () => {
    await app.sql(`
      insert into notes.receipt values ('t', 'young', '', '{}', false, now() - interval '47 hours'),
                                       ('t', 'old', '', '{}', false, now() - interval '49 hours')`);
    await app.runSchedule('purge-receipts');
    const rows = await app.sql("select request from notes.receipt where tenant_id = 't'");
    expect(rows).toEqual([{ request: 'young' }]);
  });
});

it('connections are replaced without a lost process after they are killed', async () => {
  await app.sql(`
      select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like 'notes:%' and datname = current_database() and pid <> pg_backend_pid()`);
  const succeeds = async (action: 'list' | 'add', input: object) =>
    'ok' in (await app.call(action, input, { tenant: 'ten_k' }));
  await becomes('the pool to recover', () => succeeds('list', {}));
  // A pool notices each dead connection when it uses it: some calls may have to be retried.
  const note = { text: 'x', job_id: 'job_after' };
  await becomes('a command to succeed', () => succeeds('add', note));
  await app.hears('job_after', 1);
});
