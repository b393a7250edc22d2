import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keptKeys } from '../src/sftp-keys.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'keys-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const isReadable = (text: string) => !(ssh2.utils.parseKey(text) instanceof Error);

/** A key as ssh2 makes one in 128. */
function unreadableKey(): string {
  const { private: key } = ssh2.utils.generateKeyPairSync('ed25519');
  return isReadable(key) ? unreadableKey() : key;
}

it('makes keys that can be read, keeps them, and replaces one that cannot be read', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `user-${index}`);
  const made = await keptKeys(dir, names);
  const pairs = [made.host, made.service, ...names.map(made.user)];
  const texts = pairs.flatMap(({ privateKey, publicKey }) => [privateKey, publicKey]);
  expect(texts.filter((text) => !isReadable(text))).toEqual([]);

  await writeFile(made.service.privateKeyFile, unreadableKey());
  const again = await keptKeys(dir, ['user-0']);
  expect(again.user('user-0')).toEqual(made.user('user-0'));
  expect(again.service).not.toEqual(made.service);
  expect(isReadable(again.service.privateKey)).toBe(true);
});
