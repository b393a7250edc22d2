/** A login is replaced while the server runs, with the files that an installation has. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, nkeyAuthenticator } from '@nats-io/transport-node';
import { type NatsServer, startNats, until } from '@svc/devnet';
import { type NatsLogin, natsOptions } from '@svc/kit/nats';
import { secretStore } from '@svc/local/secret-store';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

describe.skipIf(inject('natsUrl') === undefined)('the login of a role', () => {
  let dir: string;
  let server: NatsServer;
  const file = (name: string) => join(dir, 'secrets', name);

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'replacement-'));
    await secretStore(join(dir, 'secrets')).draw();
    const tls = `cert_file: "${file('nats/tls.crt')}", key_file: "${file('nats/tls.key')}"`;
    const config = `include ./secrets/nats/authorization.conf\ntls { ${tls} }\n`;
    const started = await startNats({ dir, config });
    if (!started) throw new Error('nats-server is not installed');
    server = started;
  });
  afterAll(async () => {
    await server?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const logIn = async (text: string): Promise<boolean> => {
    const login: NatsLogin = {
      url: server.url,
      role: 'jobs',
      authenticator: nkeyAuthenticator(new TextEncoder().encode(text)),
      authority: await readFile(file('nats/ca.crt'), 'utf8'),
    };
    const options = { ...natsOptions(login, 'jobs'), ignoreAuthErrorAbort: false };
    try {
      await (
        await connect({ ...options, waitOnFirstConnect: false, maxReconnectAttempts: 0 })
      ).close();
      return true;
    } catch {
      return false;
    }
  };
  /** The server reads its users again. */
  const reload = () => process.kill(server.pid, 'SIGHUP');
  const reads = (name: string) => readFile(file(name), 'utf8');
  const eventually = (what: string, holds: () => Promise<boolean>) =>
    until(holds, { timeoutMs: 10_000, what });

  it.each(['nats-seed', 'nats-calls-seed'])(
    '%s has two keys while it is replaced, and then the new one alone',
    async (name) => {
      const seed = `roles/jobs/${name}`;
      const store = secretStore(join(dir, 'secrets'));
      const old = await reads(seed);
      expect(await logIn(old)).toBe(true);
      store.add(seed);
      const next = await reads(`${seed}-next`);
      expect(await logIn(next)).toBe(false);
      reload();
      await eventually('the new key to be accepted', () => logIn(next));
      expect(await logIn(old)).toBe(true);
      store.use(seed);
      expect(await reads(seed)).toBe(next);
      store.drop(seed);
      reload();
      await eventually('the old key to be refused', async () => !(await logIn(old)));
      expect(await logIn(next)).toBe(true);
    },
  );
});
