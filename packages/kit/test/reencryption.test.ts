/** Texts under an old secret are brought under the current one; others are left as they are. */
import { expect, it } from 'vitest';
import { decrypt, encrypt } from '../src/security/encryption.ts';
import { currentKeyId } from '../src/security/key-ring.ts';
import { reencrypt } from '../src/security/reencryption.ts';
import { emptyDatabase } from './empty-database.ts';

const [old, current, foreign] = ['o', 'c', 'f'].map((letter) => letter.repeat(32));
const secrets = `${current},${old}`;
const purpose = 'notes';
const column = { table: 'note', column: 'text', purpose, where: 'encrypted' };

const { owner, query } = emptyDatabase(
  'create table note (id int primary key, text text, encrypted boolean not null default true)',
);

const insert = (id: number, text: string | null, encrypted = true) =>
  query('insert into note values ($1, $2, $3)', [id, text, encrypted]);
const texts = async (): Promise<string[]> =>
  (await query('select text from note order by id')).map(({ text }) => text);

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

  expect(await reencrypt(owner(), [column], secrets)).toEqual([
    { column: 'note.text', changed: 1_201, unreadable: 1 },
  ]);
  const [first = '', second, third, fourth, fifth, ...others] = await texts();
  expect([second, third, fourth, fifth]).toEqual([kept, unreadable, null, 'plain']);
  expect(decrypt(String(current), purpose, first)).toBe('1');
  const plain = others.map((text) => decrypt(String(current), purpose, text));
  expect(plain).toEqual(others.map((_, place) => String(place + 10)));
  expect(others.every((text) => text.endsWith(currentKeyId(String(current))))).toBe(true);

  expect(await reencrypt(owner(), [column], secrets)).toEqual([
    { column: 'note.text', changed: 0, unreadable: 1 },
  ]);
});

it('the reencryption encrypts plain texts, where the column says how', async () => {
  await query('truncate note');
  await insert(1, 'abcd');
  const wrapped = { ...column, plainOf: (stored: string) => `hash ${stored}` };
  expect(await reencrypt(owner(), [wrapped], secrets)).toEqual([
    { column: 'note.text', changed: 1, unreadable: 0 },
  ]);
  const [text = ''] = await texts();
  expect(decrypt(String(current), purpose, text)).toBe('hash abcd');
});
