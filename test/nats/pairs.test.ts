/** Every role against every subject of every other: what it has no reason for is refused. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { NatsRole } from '@svc/kit/nats-permissions';
import { operatorRole } from '@svc/kit/nats-subjects';
import { natsRights, natsRoles } from '@svc/local/nats-roles';
import { adminRole, type SecuredNats, startSecuredNats } from '@svc/local/secured-nats';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  type Attempt,
  attemptsAgainst,
  declaredRequests,
  ofServers,
  passing,
  sweeping,
} from './attempts.ts';
import { type Account, connectAs } from './login.ts';

const namespace = `pairs-${randomBytes(3).toString('hex')}`;
const roles = natsRoles();
const rights = natsRights(namespace);

/** Hints and packets to all are the same attempt against several. */
const unique = (attempts: readonly Attempt[]): Attempt[] => [
  ...new Map(attempts.map((each) => [`${each.operation} ${each.subject}`, each])).values(),
];

describe.skipIf(inject('natsUrl') === undefined)('NATS users', () => {
  let dir: string;
  let nats: SecuredNats;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pairs-'));
    nats = await startSecuredNats({ dir, namespace });
  });
  afterAll(async () => {
    await nats?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const tried = async (
    role: string,
    account: Account,
    attempts: readonly Attempt[],
  ): Promise<Attempt[]> => {
    const connection = await connectAs(nats, role, { account });
    return passing(connection, attempts).finally(() => connection.close());
  };
  const accountsOf = (role: NatsRole): Account[] =>
    rights.get(role.name)?.facts ? ['calls', 'facts'] : ['calls'];

  it('are refused every subject that their role has no reason for, in every pair and account', async () => {
    const passed: string[] = [];
    const counts: Record<string, number> = {};
    for (const role of roles) {
      const victims = roles.filter(({ name }) => name !== role.name);
      const attempts = victims.flatMap((victim) => attemptsAgainst(role, victim, namespace));
      for (const account of accountsOf(role)) {
        const servers = ofServers(role, account);
        const all = [...unique(attempts), ...sweeping(namespace), ...servers];
        for (const { kind } of all) counts[kind] = (counts[kind] ?? 0) + 1;
        const through = await tried(role.name, account, all);
        passed.push(
          ...through.map(({ kind, subject }) => `${role.name} (${account}): ${kind} ${subject}`),
        );
      }
    }
    expect(passed).toEqual([]);
    process.stdout.write(
      `refused in ${roles.length * (roles.length - 1)} pairs: ${JSON.stringify(counts)}\n`,
    );
    expect(counts.call).toBeGreaterThan(900);
    const logged = (await nats.refusals()).length;
    expect(logged).toBe(Object.values(counts).reduce((sum, count) => sum + count, 0));
  });

  it('would be found if the server let them through', async () => {
    const attempts = roles.flatMap((victim) =>
      roles.slice(0, 1).flatMap((role) => attemptsAgainst(role, victim, namespace)),
    );
    expect(await tried(adminRole, 'facts', attempts)).toEqual(attempts);
  });

  it('may send every request that is declared, and with the login of streams none', async () => {
    for (const role of roles) {
      const requests = declaredRequests(role, namespace);
      expect(await tried(role.name, 'calls', requests), role.name).toEqual(requests);
      if (!accountsOf(role).includes('facts')) continue;
      expect(await tried(role.name, 'facts', requests), role.name).toEqual([]);
    }
  });

  it('let the operator look at servers, streams and consumers', async () => {
    const calls = await connectAs(nats, operatorRole, { account: 'calls' });
    const facts = await connectAs(nats, operatorRole, { account: 'facts' });
    try {
      const pong = await calls.request('$SYS.REQ.SERVER.PING.JSZ', '', { timeout: 5_000 });
      expect(pong.json()).toMatchObject({ server: { name: expect.any(String) } });
      const jsm = await jetstreamManager(facts);
      await jsm.streams.add({ name: `${namespace}-jobs`, subjects: [`${namespace}.fact.jobs.>`] });
      const [stream] = await jsm.streams.list().next();
      expect(stream?.config.name).toBe(`${namespace}-jobs`);
      expect(await jsm.consumers.list(`${namespace}-jobs`).next()).toEqual([]);
    } finally {
      await Promise.all([calls.close(), facts.close()]);
    }
  });

  it('do not get in without a key, and trust no server of another authority', async () => {
    const { SVC_NATS_URL: servers = '', SVC_NATS_CA: ca = '' } = nats.login(operatorRole);
    for (const login of [{}, { user: 'operator', pass: 'operator' }, { token: 'operator' }]) {
      await expect(connect({ servers, tls: { ca }, ...login })).rejects.toThrow(/authorization/i);
    }
    await expect(connect({ servers, tls: {} })).rejects.toThrow(/certificate/i);
  });
});
