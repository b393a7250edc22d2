/** Calls move from the account of streams to their own: processes of each step reach each other. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Broker, createBroker } from '@svc/kit/broker';
import { processConfig } from '@svc/kit/config';
import { createLogger } from '@svc/kit/log';
import { connectAll } from '@svc/kit/nats';
import { type SecuredNats, startSecuredNats } from '@svc/local/secured-nats';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

const namespace = `moving-${randomBytes(3).toString('hex')}`;
const log = createLogger({ name: 'test', level: 'silent' });
const meta = { tenant: 'ten_a', actor: 'test', requestId: 'req_1' };
/** SVC_NATS_CALLS_SEED at each step, of the two seeds. */
const steps = {
  'one login for all': () => undefined,
  'both logins': (seeds: string) => seeds,
  'its own login': (seeds: string) => seeds.split(',')[0],
} satisfies Record<string, (seeds: string) => string | undefined>;
type Step = keyof typeof steps;

describe.skipIf(inject('natsUrl') === undefined)('while calls move', () => {
  let dir: string;
  let nats: SecuredNats;
  const opened: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'moving-'));
    nats = await startSecuredNats({ dir, namespace, moving: true });
  });
  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
  });
  afterAll(async () => {
    expect(await nats?.refusals()).toEqual([]);
    await nats?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const start = async (role: string, step: Step): Promise<Broker> => {
    const login = nats.login(role);
    const config = processConfig
      .pick({
        ...{ SVC_NATS_URL: true, SVC_NATS_SEED: true, SVC_NATS_CALLS_SEED: true },
        ...{ SVC_NATS_USER: true, SVC_NATS_PASSWORD: true, SVC_NATS_CA: true },
      })
      .parse({ ...login, SVC_NATS_CALLS_SEED: steps[step](login.SVC_NATS_CALLS_SEED ?? '') });
    const name = `${role}.${randomBytes(4).toString('hex')}`;
    const links = await connectAll(config, { role, name, usesStreams: false, log });
    const broker = createBroker({ namespace, name, nats: links?.calls ?? [], log });
    if (role === 'accounts') broker.serve(role, { jwks: async () => ({ ok: step }) });
    await broker.start();
    opened.push(async () => {
      await broker.stop(1_000);
      await links?.close();
    });
    return broker;
  };

  it.each<[Step, Step]>([
    ['one login for all', 'both logins'],
    ['both logins', 'one login for all'],
    ['both logins', 'its own login'],
    ['its own login', 'both logins'],
    ['its own login', 'its own login'],
  ])(
    'a process with %s calls one with %s, and hears hints of one with that',
    async (caller, served) => {
      const accounts = await start('accounts', served);
      const gateway = await start('gateway', caller);
      expect(await gateway.call('accounts', 'jwks', {}, meta)).toEqual({ ok: served });
      const heard = new Promise((resolve) => gateway.subscribe('nodes-wanted', resolve));
      const operator = await start('operator', served);
      const [, nodes] = await Promise.all([heard, operator.nodes()]);
      expect(nodes.map(({ id }) => id.split('.')[0])).toContain('accounts');
      expect(accounts.connected()).toBe(true);
    },
  );
});
