/** Indexes over a table in use: built while rows are written, and again after a crash. */
import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabases, until } from '@svc/devnet';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrate } from '../src/database/migrate.ts';
import { createLogger } from '../src/observability/log.ts';
import { notesService } from './notes.ts';

const admin = inject('postgresUrl');
const log = createLogger({ name: 'test', level: 'silent' });
const index = {
  name: '0090-note-text',
  sql: `-- no transaction
-- Notes by their text.
create index concurrently if not exists note_text on note (text);`,
};
const insertSql = "insert into notes.note values ('ten_a', $1, 'text')";

let url: string;
let name: string;
let observer: Client;
/** Client with an open transaction that has written to the table: the build waits for its end. */
let writer: Client;
const opened: Client[] = [];
const connect = async (): Promise<Client> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  opened.push(client);
  return client;
};

const migrateTo = (...added: { name: string; sql: string }[]) => {
  const migrations = [...notesService.migrations, ...added];
  return migrate({ url, service: 'notes', migrations, login: { secret: 'of a test' }, log });
};
/** The first value of the first row. */
const firstValue = async (sql: string): Promise<unknown> => {
  const { rows } = await observer.query({ text: sql, rowMode: 'array' });
  return rows[0]?.[0];
};
const isValid = () =>
  firstValue("select indisvalid from pg_index where indexrelid = to_regclass('notes.note_text')");
const isAlone = () =>
  firstValue(`select count(*) = 0 from pg_stat_activity where datname = current_database()
             and backend_type = 'client backend' and pid <> pg_backend_pid()`);
/** Resolves with the backend that builds, once it waits for the writer. */
const building = () => {
  const sql = `select pid from pg_stat_progress_create_index
                where phase like 'waiting for writers%' and datname = current_database()`;
  return until(() => firstValue(sql), { timeoutMs: 30_000, what: 'the build to wait' });
};

beforeEach(async () => {
  name = `t${randomBytes(6).toString('hex')}`;
  url = await createDatabase(admin, name);
  await migrateTo();
  observer = await connect();
  writer = await connect();
  await writer.query('begin');
  await writer.query(insertSql, ['open']);
});
afterEach(async () => {
  for (const client of opened.splice(0)) if (client !== observer) await client.end();
  // Pools resolve before their sessions have ended; one that the drop ends throws in this process.
  await until(isAlone, { timeoutMs: 60_000, what: 'the other sessions to end' });
  await observer.end();
  await dropDatabases(admin, name);
});

it('a migration of a table in use lets others write meanwhile, and goes through when it is free', async () => {
  const column = { name: '0091-note-colour', sql: 'alter table note add column colour text' };
  const migrated = migrateTo(column);
  const isWaiting = () =>
    firstValue(`select count(*) > 0 from pg_stat_activity where wait_event_type = 'Lock'
                 and datname = current_database() and query like '%colour%'`);
  await until(isWaiting, { timeoutMs: 30_000, what: 'the migration to wait' });
  const other = await connect();
  await other.query(insertSql, ['meanwhile']);
  await writer.query('commit');
  await migrated;
  expect(await firstValue('select count(colour)::int from notes.note')).toBe(0);
});

describe('a migration without a transaction', () => {
  it('builds an index while rows are written, and others wait without a deadlock', async () => {
    const migrated = migrateTo(index);
    await building();
    const another = migrateTo(index);
    const other = await connect();
    await other.query("set lock_timeout = '2s'");
    await other.query(insertSql, ['meanwhile']);
    await writer.query('commit');
    await Promise.all([migrated, another]);
    expect(await isValid()).toBe(true);
    const count = `select count(*)::int from notes.migration where name = '${index.name}'`;
    expect(await firstValue(count)).toBe(1);
  });

  it('has a valid index when it runs again after a crash', async () => {
    const crashed = migrateTo(index).catch((error: unknown) => error);
    await observer.query('select pg_terminate_backend($1)', [await building()]);
    expect(await crashed).toMatchObject({ message: 'migration notes/0090-note-text failed' });
    expect(await isValid()).toBe(false);
    await writer.query('commit');
    await migrateTo(index);
    expect(await isValid()).toBe(true);
  });

  it('keeps an existing index, and does nothing when repeated', async () => {
    await writer.query('create index note_text on notes.note (text)');
    await writer.query('commit');
    await migrateTo(index);
    await migrateTo(index);
    expect(await isValid()).toBe(true);
  });

  it.each([
    ['another statement', 'update note set text = null'],
    ['an index that locks the table', 'create index if not exists note_text on note (text)'],
    ['an index that cannot be tried again', 'create index concurrently note_text on note (text)'],
  ])('refuses a statement with %s', async (_what, statement) => {
    await writer.query('rollback');
    const sql = `-- no transaction\n${statement};\n`;
    await expect(migrateTo({ name: '0090-other', sql })).rejects.toMatchObject({
      cause: { message: expect.stringContaining(statement) },
    });
  });
});
