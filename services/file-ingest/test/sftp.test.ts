import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SftpServer, startSftpStandIn } from '@svc/devnet';
import { readConfig } from '@svc/kit/config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { createSessions } from '../src/sessions.ts';
import { connect } from '../src/sftp.ts';

describe('a login', () => {
  let dir: string;
  let server: SftpServer;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sftp-'));
    server = await startSftpStandIn({ dir, users: { demo: ['jhb'] } });
  });
  afterAll(async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  });
  const settings = (other: NodeJS.ProcessEnv = {}) =>
    readConfig(config, {
      SVC_SFTP_HOST: server.address,
      SVC_SFTP_PORT: String(server.port),
      SVC_SFTP_KEY: server.service.privateKey,
      SVC_SFTP_HOST_KEY: server.hostKey,
      ...other,
    });

  it('is made with the service key, on the expected server, also while its key changes', async () => {
    const other = `SHA256:${'A'.repeat(43)}`;
    const session = await connect(
      settings({ SVC_SFTP_HOST_KEY: `${other},${server.hostKey}` }),
      'demo',
    );
    await session.place('/jhb/outbound/a.ack', Buffer.from('one'));
    await session.place('/jhb/outbound/a.ack', Buffer.from('two'));
    expect((await session.read('/jhb/outbound/a.ack')).toString()).toBe('two');
    expect((await session.list('/jhb/outbound')).map(({ name }) => name)).toEqual(['a.ack']);
    expect(await session.look('/jhb/outbound/b')).toBeUndefined();
    expect(await session.move('/jhb/outbound/b', '/jhb/archive/b')).toBe(false);
    session.close();
  });

  it('is not made on a server with another key', async () => {
    const stranger = settings({ SVC_SFTP_HOST_KEY: `SHA256:${'A'.repeat(43)}` });
    await expect(connect(stranger, 'demo')).rejects.toThrow(/host/i);
  });

  it('is not made without the right key', async () => {
    const wrong = settings({ SVC_SFTP_KEY: server.host.privateKey });
    await expect(connect(wrong, 'demo')).rejects.toThrow(/authentication/i);
  });

  it('is given up when the server says nothing', async () => {
    const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    await expect(connect(settings({ SVC_SFTP_PORT: port }), 'demo', 100)).rejects.toThrow();
    await new Promise((closed) => silent.close(closed));
  });

  it('is kept for the next, and made again after it was lost', async () => {
    const sessions = createSessions(settings());
    const first = await sessions.use('demo', async (session) => session);
    expect(await sessions.use('demo', async (session) => session)).toBe(first);
    const failed = sessions.use('demo', async (session) => {
      session.close();
      return session.list('/jhb/inbound');
    });
    await expect(failed).rejects.toThrow();
    expect(await sessions.use('demo', (session) => session.list('/jhb/inbound'))).toEqual([]);
    sessions.close();
  });
});

describe('the settings', () => {
  it.each([
    [{}, true],
    [{ SVC_SFTP_HOST: 'sftp.example' }, false],
    [{ SVC_SFTP_HOST: 'sftp.example', SVC_SFTP_KEY: 'key' }, false],
    [{ SVC_SFTP_HOST_KEY: 'md5:aa' }, false],
  ])('%j are enough: %s', (env, enough) => {
    const read = () => readConfig(config, env);
    if (enough) expect(read().SVC_SFTP_HOST).toBeUndefined();
    else expect(read).toThrow(/SVC_SFTP/);
  });
});
