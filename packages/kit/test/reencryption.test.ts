/** Texts under an old secret are brought under the current one; others are left as they are. */
import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabases } from '@svc/devnet';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { decrypt, encrypt } from '../src/security/encryption.ts';
import { currentKeyId } from '../src/security/key-ring.ts';
import { reencrypt } from '../src/security/reencryption.ts';

const [old, current, foreign] = ['o', 'c', 'f'].map((letter) => letter.repeat(32));
const secrets = `${current},${old}`;
const purpose = 'notes';
const column = { table: 'note', column: 'text', purpose, where: 'encrypted' };

const adminUrl = inject('postgresUrl');
const name = `t${randomBytes(6).toString('hex')}`;
let pool: Pool;

beforeAll(async () => {
  pool = new Pool({ connectionString: await createDatabase(adminUrl, name), max: 2 });
  pool.on('error', () => undefined);
  await pool.query(
    'create table note (id int primary key, text text, encrypted boolean not null default true)',
  );
});
afterAll(async () => {
  await pool?.end();
  await dropDatabases(adminUrl, name);
});

const insert = (id: number, text: string | null, encrypted = true) =>
  pool.query('insert into note values ($1, $2, $3)', [id, text, encrypted]);
const texts = async () =>
  (await pool.query<{ text: string }>('select text from note order by id')).rows.map(
    ({ text }) => text,
  );

it('the reencryption changes texts under another secret in batches, none twice', async () => {
  const unnamed = encrypt(String(old), purpose, '1').split('.').slice(0, 4).join('.');
  const kept = encrypt(secrets, purpose, '2');
  const unreadable = encrypt(String(foreign), purpose, '3');
  await insert(1, unnamed);
  await insert(2, kept);
  await insert(3, unreadable);
  await insert(4, null);
  await insert(5, 'plain', false);
  for (let id = 10; id < 1_210; id += 1) {
    await insert(id, encrypt(String(old), purpose, String(id)));
  }

  expect(await reencrypt(pool, [column], secrets)).toEqual([
    { column: 'note.text', changed: 1_201, unreadable: 1 },
  ]);
  const [first = '', second, third, fourth, fifth, ...others] = await texts();
  expect([second, third, fourth, fifth]).toEqual([kept, unreadable, null, 'plain']);
  expect(decrypt(String(current), purpose, first)).toBe('1');
  const plain = others.map((text) => decrypt(String(current), purpose, text));
  expect(plain).toEqual(others.map((_, place) => String(place + 10)));
  expect(others.every((text) => text.endsWith(currentKeyId(String(current))))).toBe(true);

  expect(await reencrypt(pool, [column], secrets)).toEqual([
    { column: 'note.text', changed: 0, unreadable: 1 },
  ]);
});

it('the reencryption encrypts plain texts, where the column says how', async () => {
  await pool.query('truncate note');
  await insert(1, 'abcd');
  const wrapped = { ...column, plainOf: (stored: string) => `hash ${stored}` };
  expect(await reencrypt(pool, [wrapped], secrets)).toEqual([
    { column: 'note.text', changed: 1, unreadable: 0 },
  ]);
  const [text = ''] = await texts();
  expect(decrypt(String(current), purpose, text)).toBe('hash abcd');
});
