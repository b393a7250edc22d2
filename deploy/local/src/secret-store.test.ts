import { createPrivateKey, X509Certificate } from 'node:crypto';
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

it('draws a secret, a login and a password for each service, each another, and none twice', async () => {
  const kinds = ['secret', 'nats-seed', 'nats-calls-seed', 'database-password'];
  const files = serviceNames.flatMap((name) => kinds.map((kind) => `roles/${name}/${kind}`));
  const drawn = () => Promise.all([...files, 'roles/gateway/secret'].map(read));
  const contents = await drawn();
  expect(new Set(contents).size).toBe(contents.length);
  expect((await users()).NKEY_JOBS).toBe(publicNkey(await read('roles/jobs/nats-seed')));
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
  expect(await store.draw()).toEqual([]);
  expect(await drawn()).toEqual(contents);
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

it.each([
  ['nats-seed', 'NKEY_JOBS'],
  ['nats-calls-seed', 'NKEY_JOBS_CALLS'],
])('replaces a %s in three steps, both accepted between them', async (file, variable) => {
  const name = `roles/jobs/${file}`;
  const old = await read(name);
  store.add(name);
  const next = await read(`${name}-next`);
  const accepted = async () => {
    const { [variable]: first, [`${variable}_NEXT`]: second } = await users();
    return [first, second];
  };
  expect(await accepted()).toEqual([old, next].map(publicNkey));
  store.use(name);
  expect(await read(name)).toBe(next);
  expect(await accepted()).toEqual([next, old].map(publicNkey));
  store.drop(name);
  expect(Object.values(await users())).not.toContain(publicNkey(old));
});

it('moves the calls of an installation that has one login a role to an account of their own', async () => {
  const calls = 'roles/jobs/nats-calls-seed';
  const login = await read('roles/jobs/nats-seed');
  await rm(join(dir, calls));
  expect(await store.draw()).toEqual([calls]);
  const [own = '', former] = (await read(calls)).split(',');
  expect(former).toBe(login);
  const moving = await users();
  expect(moving).toMatchObject({
    NKEY_JOBS_CALLS: publicNkey(own),
    NKEY_JOBS_SINGLE: publicNkey(login),
  });
  expect(moving.NKEY_JOBS).not.toBe(publicNkey(login));
  store.drop(calls);
  expect(await read(calls)).toBe(own);
  const moved = await users();
  expect(moved.NKEY_JOBS).toBe(publicNkey(login));
  expect(moved.NKEY_JOBS_SINGLE).not.toBe(publicNkey(login));
});

const trusted = async () =>
  (await read('nats/ca.crt')).match(/-----BEGIN[\s\S]+?END.*-----/g) ?? [];
/** Which of the trusted authorities has signed the certificate of NATS, whose key lies beside it. */
async function signers() {
  const certificate = new X509Certificate(await read('nats/tls.crt'));
  expect(certificate.checkPrivateKey(createPrivateKey(await read('nats/tls.key')))).toBe(true);
  expect(certificate.checkHost('nats-2.nats-headless')).toBe('nats-2.nats-headless');
  return (await trusted()).map((each) => certificate.verify(new X509Certificate(each).publicKey));
}

it('renews the certificate of NATS under the authority that roles trust', async () => {
  const [former, authorities] = [await read('nats/tls.crt'), await trusted()];
  await store.certificates.renew();
  expect(await read('nats/tls.crt')).not.toBe(former);
  expect(await trusted()).toEqual(authorities);
  expect(await signers()).toEqual([true]);
});

it('replaces that authority in three steps, both trusted between them', async () => {
  const [former] = await trusted();
  await expect(store.certificates.use()).rejects.toThrow('add another authority first');
  await store.certificates.add();
  expect([(await trusted())[0], await signers()]).toEqual([former, [true, false]]);
  await store.certificates.use();
  expect(await signers()).toEqual([false, true]);
  await store.certificates.drop();
  expect(await trusted()).not.toContain(former);
  await store.certificates.renew();
  expect(await signers()).toEqual([true]);
});

it('renews the password of the owner in both its files', async () => {
  const former = await read('postgres/password');
  store.renewOwner();
  const password = await read('postgres/password');
  expect(password).not.toBe(former);
  expect(new URL(await read('postgres/url')).password).toBe(password);
});
