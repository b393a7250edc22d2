import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type SftpServer, startSftpStandIn, until } from '@svc/devnet';
import { readConfig } from '@svc/kit/config';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSftpPool } from '../src/adapters/sftp/pool.ts';
import { openSftpSession } from '../src/adapters/sftp/session.ts';
import { config } from '../src/config.ts';

it.each<[string, ((name: string) => string) | undefined]>([
  ['as ls -l writes it', undefined],
  ['that is the name alone', (name) => name],
  ['that calls everything a folder', (name) => `drwxr-xr-x 1 0 0 0 Jan 1 1970 ${name}`],
  ['that is empty', () => ''],
])('the kind of an entry is read from its attributes, with a longname %s', async (_, longname) => {
  const dir = await mkdtemp(join(tmpdir(), 'sftp-'));
  const given = { dir, users: { demo: ['jhb'] }, ...(longname && { longname }) };
  const server = await startSftpStandIn(given);
  onTestFinished(() => server.remove());
  const inbound = join(server.home('demo'), 'jhb/inbound');
  const files = ['delivery.csv', 'lab.csv', '-dash.csv', 'wave.csv'];
  for (const name of files) await writeFile(join(inbound, name), 'x');
  await mkdir(join(inbound, 'folder.csv'));
  await symlink('lab.csv', join(inbound, 'link.csv'));
  const session = await openSftpSession(readConfig(config, loginOf(server)), 'demo');
  const entries = await session.list('/jhb/inbound');
  const kinds = new Map(entries.map(({ name, kind }) => [name, kind]));
  expect(Object.fromEntries(kinds)).toEqual({
    ...Object.fromEntries(files.map((name) => [name, 'file'])),
    ...{ 'folder.csv': 'folder', 'link.csv': 'other' },
  });
  for (const { name, ...entry } of entries) {
    expect(await session.stat(`/jhb/inbound/${name}`), name).toEqual(entry);
  }
  session.close();
});

const loginOf = (server: SftpServer): NodeJS.ProcessEnv => ({
  SVC_SFTP_HOST: server.address,
  SVC_SFTP_PORT: String(server.port),
  SVC_SFTP_KEY: server.service.privateKey,
  SVC_SFTP_HOST_KEY: server.hostKey,
});

describe('an SFTP login', () => {
  let dir: string;
  let server: SftpServer;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sftp-'));
    server = await startSftpStandIn({ dir, users: { demo: ['jhb'], rival: ['jhb'] } });
  });
  afterAll(async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  });
  const settings = (other: NodeJS.ProcessEnv = {}) =>
    readConfig(config, { ...loginOf(server), ...other });

  it('uses the service key and accepts any listed host key', async () => {
    const other = `SHA256:${'A'.repeat(43)}`;
    const session = await openSftpSession(
      settings({ SVC_SFTP_HOST_KEY: `${other},${server.hostKey}` }),
      'demo',
    );
    await session.place('/jhb/outbound/a.ack', Buffer.from('one'));
    await session.place('/jhb/outbound/a.ack', Buffer.from('two'));
    expect((await session.read('/jhb/outbound/a.ack')).toString()).toBe('two');
    expect((await session.list('/jhb/outbound')).map(({ name }) => name)).toEqual(['a.ack']);
    expect(await session.stat('/jhb/outbound/b')).toBeUndefined();
    expect(await session.move('/jhb/outbound/b', '/jhb/archive/b')).toBe(false);
    session.close();
  });

  it('is refused to a server with another host key', async () => {
    const stranger = settings({ SVC_SFTP_HOST_KEY: `SHA256:${'A'.repeat(43)}` });
    await expect(openSftpSession(stranger, 'demo')).rejects.toThrow(/host/i);
  });

  it('fails without the right service key', async () => {
    const wrong = settings({ SVC_SFTP_KEY: server.host.privateKey });
    await expect(openSftpSession(wrong, 'demo')).rejects.toThrow(/authentication/i);
  });

  it('fails at its deadline when the server is silent', async () => {
    const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    await expect(openSftpSession(settings({ SVC_SFTP_PORT: port }), 'demo', 100)).rejects.toThrow();
    await new Promise((closed) => silent.close(closed));
  });

  it('is reused for the next session, and repeated after it was lost', async () => {
    const sessions = createSftpPool(settings());
    const first = await sessions.withSession('demo', async (session) => session);
    expect(await sessions.withSession('demo', async (session) => session)).toBe(first);
    const failed = sessions.withSession('demo', async (session) => {
      session.close();
      return session.list('/jhb/inbound');
    });
    await expect(failed).rejects.toThrow();
    expect(await sessions.withSession('demo', (session) => session.list('/jhb/inbound'))).toEqual(
      [],
    );
    sessions.close();
  });

  it('keeps no reference to the bytes that were read', async () => {
    const session = await openSftpSession(settings(), 'demo');
    await session.place('/jhb/outbound/large.ack', Buffer.alloc(1_000_000));
    const read = async () => new WeakRef(await session.read('/jhb/outbound/large.ack'));
    const kept = await read();
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const isGone = () => {
      collect();
      return kept.deref() === undefined;
    };
    await until(isGone, { timeoutMs: 60_000, what: 'the bytes to go' });
    expect(session.isOpen()).toBe(true);
    session.close();
  });

  it('is repeated after nonsense from a server that then hangs', async () => {
    await using way = await openWay(server.port);
    const sessions = createSftpPool(settings({ SVC_SFTP_PORT: String(way.port) }));
    const list = () => sessions.withSession('demo', (session) => session.list('/jhb/inbound'));
    expect(await list()).toEqual([]);
    way.babble();
    await until(() => list().then(isEmpty, no), { timeoutMs: 60_000, what: 'another login' });
    sessions.close();
  });

  it('that hangs blocks its own wholesaler alone, and only until its deadline', async () => {
    await using way = await openWay(server.port);
    const port = String(way.port);
    const patience = { holdMaxMs: 100, backoffMs: 100 };
    const sessions = createSftpPool(settings({ SVC_SFTP_PORT: port }), patience);
    const list = (user: string) =>
      sessions.withSession(user, (session) => session.list('/jhb/inbound'));
    await list('demo');
    way.freeze();
    const first = list('demo');
    for (const behind of [list('demo'), list('demo')]) await expect(behind).rejects.toThrow(/wait/);
    await expect(list('demo')).rejects.toThrow(/wait/);
    expect(await list('rival')).toEqual([]);
    way.cut();
    await expect(first).rejects.toThrow(/end event|ended/);
    await until(() => list('demo').then(isEmpty, no), { timeoutMs: 60_000, what: 'another try' });
    sessions.close();
  });
});

const isEmpty = (found: readonly unknown[]) => found.length === 0;
const no = () => false;

/** A way to the server that can go wrong: what is on it may hang, for good, or be nonsense. */
async function openWay(to: number) {
  const pairs: { near: Socket; far: Socket }[] = [];
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = dial({ port: to, host: '127.0.0.1', allowHalfOpen: true });
    pairs.push({ near, far });
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => near.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  /** Freezes the existing ones; a new one is not frozen. */
  const freeze = () => {
    for (const { far } of pairs) far.removeAllListeners('data').pause();
  };
  const cut = () => {
    for (const { near, far } of pairs.splice(0)) for (const end of [near, far]) end.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    freeze,
    cut,
    babble: () => {
      freeze();
      for (const { near } of pairs) near.write('nonsense'.repeat(100));
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((closed) => server.close(closed));
    },
  };
}
