import { until } from '@svc/devnet';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtimeLogins } from '../src/database/logins.ts';
import { startServices } from '../src/testing/start-services.ts';
import { hearingService, notesService } from './notes.ts';

const start = () => startServices([notesService, hearingService], { timers: true });
let app: Awaited<ReturnType<typeof start>>;
let role: Client;
beforeAll(async () => {
  app = await start();
  role = new Client({ connectionString: app.service('notes').databaseUrl });
  await role.connect();
});
afterAll(async () => {
  await role?.end();
  await app?.stop();
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
  ])('may not %s', async (_what, sql) => {
    await expect(role.query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('has its own tables, less what a migration took away', async () => {
    await role.query('select * from notes.note');
    const other = new Client({ connectionString: app.service('hearing').databaseUrl });
    await other.connect();
    await other.query("insert into hearing.heard values ('job_r', 1, 'a')");
    await expect(other.query('delete from hearing.heard')).rejects.toMatchObject({ code: '42501' });
    await other.end();
  });
});

describe('the URL without a user', () => {
  it('is completed to the login that the migration made', () => {
    const { databaseUrl } = app.service('notes');
    const bare = new URL(databaseUrl);
    bare.username = '';
    bare.password = '';
    const { SVC_SECRET } = app.host.config;
    const [{ url }] = runtimeLogins(bare.href, 'notes', { secret: SVC_SECRET });
    expect(url).toBe(databaseUrl);
  });
});

describe('schedules', () => {
  it('run to the end in bounded batches', async () => {
    await app.owner.query(
      "insert into notes.note select 'ten_t', 'old' || n, 'old' from generate_series(1, 5) n",
    );
    await app.runSchedule('notes', 'tidy');
    const { rows } = await app.owner.query("select 1 from notes.note where text = 'old'");
    expect(rows).toHaveLength(0);
  });

  it('are run by the worker under the runtime role', async () => {
    await app.owner.query("insert into notes.note values ('ten_t', 'by-worker', 'old')");
    await role.query("select notes_worker.add_job('tidy')");
    await until(
      async () =>
        (await app.owner.query("select 1 from notes.note where id = 'by-worker'")).rowCount === 0,
      { timeoutMs: 60_000, what: 'the worker to run the schedule' },
    );
  });

  it('keep what is young and drop what is old of the kit tables', async () => {
    await app.owner.query(`
      insert into notes.receipt values ('t', 'young', '', '{}', false, now() - interval '47 hours'),
                                       ('t', 'old', '', '{}', false, now() - interval '49 hours')`);
    await app.runSchedule('notes', 'purge-receipts');
    const { rows } = await app.owner.query(
      "select request from notes.receipt where tenant_id = 't'",
    );
    expect(rows).toEqual([{ request: 'young' }]);
  });
});

const asTenant = { tenant: 'ten_k' };

describe('connections', () => {
  it('that are killed are replaced without a lost process', async () => {
    await app.owner.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like 'notes:%' and datname = current_database() and pid <> pg_backend_pid()`);
    await until(
      async () => 'ok' in (await app.call([notesService.contract, 'list'], {}, { tenant: 'x' })),
      { timeoutMs: 60_000, what: 'the pool to recover' },
    );
    // A pool finds out about each dead connection when it uses it: some calls may be told to come back.
    const add = [notesService.contract, 'add'] as const;
    await until(
      async () => 'ok' in (await app.call(add, { text: 'x', job_id: 'job_after' }, asTenant)),
      { timeoutMs: 60_000, what: 'a command to succeed' },
    );
    await until(
      async () =>
        (await app.clients('x').hearing.heard({ job_id: 'job_after' })).texts.length === 1,
      { timeoutMs: 60_000, what: 'the relay to work again' },
    );
  });
});
