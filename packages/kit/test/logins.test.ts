import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { runtimeLogins, runtimeRole } from '../src/database/logins.ts';
import { migrate } from '../src/database/migrate.ts';
import { createLogger } from '../src/observability/log.ts';
import { emptyDatabase } from './empty-database.ts';
import { notesService } from './notes.ts';

const { name, query, url } = emptyDatabase();
const log = createLogger({ name: 'test', level: 'silent' });
const [old, next] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];

const { migrations } = notesService;
const migrateWith = (password: string) =>
  migrate({ url: url(), service: 'notes', migrations, login: { password }, log });
const urlOf = (password: string) => runtimeLogins(url(), 'notes', { password })[0].url;

/** Result of the statement in a new session, or the code of the refusal. */
async function tried(connectionString: string, sql = 'select count(*) from notes.note') {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rowCount;
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  } finally {
    await client.end();
  }
}
const invalidPassword = '28P01';

describe('the password of a service', () => {
  it('is replaced in steps, with both logins valid between them', async () => {
    expect(await migrateWith(old)).toBe(urlOf(old));
    expect(await migrateWith(`${old},${next}`)).toBe(urlOf(old));
    expect([await tried(urlOf(old)), await tried(urlOf(next))]).toEqual([1, 1]);
    expect(await migrateWith(`${next},${old}`)).toBe(urlOf(next));
    expect([await tried(urlOf(old)), await tried(urlOf(next))]).toEqual([1, 1]);
    await migrateWith(next);
    expect([await tried(urlOf(old)), await tried(urlOf(next))]).toEqual([invalidPassword, 1]);
  });

  it('revokes the rights of an open session under the old one', async () => {
    await migrateWith(`${next},${old}`);
    const session = new Client({ connectionString: urlOf(old) });
    await session.connect();
    await session.query('select from notes.note');
    await migrateWith(next);
    await expect(session.query('select from notes.note')).rejects.toMatchObject({ code: '42501' });
    await session.end();
  });

  it('may have a comma in it, short parts being none of their own, and is in no name', async () => {
    const password = 'correct horse,battery staple';
    const logins = runtimeLogins(url(), 'notes', { password });
    expect(logins.map((login) => login.password)).toEqual([password]);
    const rows = await query('select rolname from pg_roles where starts_with(rolname, $1)', [name]);
    for (const { rolname } of rows) expect(rolname).not.toContain(next.slice(0, 8));
  });
});

describe('the role itself', () => {
  const ownUrl = (password: string) =>
    Object.assign(new URL(url()), { username: runtimeRole(url(), 'notes'), password }).href;

  it('cannot log in, or keeps its password for earlier versions until it is removed', async () => {
    expect(await tried(ownUrl(next))).toMatch(/^28/);
    await query(`alter role "${runtimeRole(url(), 'notes')}" login password '${next}'`);
    await migrateWith(`${next},${old}`);
    await migrateWith(`${old},${next}`);
    expect(await tried(ownUrl(next))).toBe(1);
    await migrateWith(old);
    expect([await tried(ownUrl(next)), await tried(ownUrl(old))]).toEqual([invalidPassword, 1]);
  });
});
