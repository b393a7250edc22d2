import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicNkey } from '@svc/kit/nkey';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SecretStore, secretStore } from './secret-store.ts';
import { serviceNames } from './services.ts';

let dir: string;
let store: SecretStore;
const read = (name: string) => readFile(join(dir, name), 'utf8');
const users = async () =>
  Object.fromEntries(
    (await read('nats/users.conf'))
      .trim()
      .split('\n')
      .map((line) => line.split(' = ')),
  );

beforeAll(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'secrets-')), 'store');
  store = secretStore(dir);
  await store.draw();
});
afterAll(() => rm(join(dir, '..'), { recursive: true, force: true }));

it('draws a secret, a login and a password for each service, each another', async () => {
  const files = serviceNames.flatMap((name) =>
    ['secret', 'nats-seed', 'database-password'].map((file) => `roles/${name}/${file}`),
  );
  const contents = await Promise.all([...files, 'roles/gateway/secret'].map(read));
  expect(new Set(contents).size).toBe(contents.length);
  expect((await users()).NKEY_JOBS).toBe(publicNkey(await read('roles/jobs/nats-seed')));
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
});

it('draws nothing twice', async () => {
  const before = await read('roles/jobs/secret');
  expect(await store.draw()).toEqual([]);
  expect(await read('roles/jobs/secret')).toBe(before);
});

it.each(['secret', 'database-password'])('replaces a %s in three steps', async (file) => {
  const name = `roles/jobs/${file}`;
  const old = await read(name);
  expect(() => store.use(name)).toThrow('add another first');
  store.add(name);
  const [first, second = ''] = (await read(name)).split(',');
  expect([first, second.length]).toEqual([old, 64]);
  store.use(name);
  expect(await read(name)).toBe(`${second},${old}`);
  store.drop(name);
  expect(await read(name)).toBe(second);
});

it('replaces a login in three steps, both accepted between them', async () => {
  const name = 'roles/jobs/nats-seed';
  const old = await read(name);
  store.add(name);
  const next = await read(`${name}-next`);
  expect(await users()).toMatchObject({
    NKEY_JOBS: publicNkey(old),
    NKEY_JOBS_NEXT: publicNkey(next),
  });
  store.use(name);
  expect(await read(name)).toBe(next);
  expect(await users()).toMatchObject({
    NKEY_JOBS: publicNkey(next),
    NKEY_JOBS_NEXT: publicNkey(old),
  });
  store.drop(name);
  expect(Object.values(await users())).not.toContain(publicNkey(old));
});
