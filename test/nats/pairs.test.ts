/** Every role against every subject of every other: what it has no reason for is refused. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorRole } from '@svc/kit/nats-subjects';
import { natsRoles } from '@svc/local/nats-roles';
import { adminRole, type SecuredNats, startSecuredNats } from '@svc/local/secured-nats';
import { connect } from 'nats';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Attempt, attemptsAgainst, declaredRequests, passing, sweeping } from './attempts.ts';
import { connectAs } from './login.ts';

const namespace = `pairs-${randomBytes(3).toString('hex')}`;
const roles = natsRoles();

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

  const tried = async (role: string, attempts: readonly Attempt[]): Promise<Attempt[]> => {
    const connection = await connectAs(nats, role);
    return passing(connection, attempts).finally(() => connection.close());
  };

  it('are refused every subject that their role has no reason for, in every pair', async () => {
    const passed: string[] = [];
    const counts: Record<string, number> = {};
    for (const role of roles) {
      const victims = roles.filter(({ name }) => name !== role.name);
      const attempts = victims.flatMap((victim) => attemptsAgainst(role, victim, namespace));
      const all = [...attempts, ...sweeping(namespace)];
      for (const { kind } of all) counts[kind] = (counts[kind] ?? 0) + 1;
      const through = await tried(role.name, all);
      passed.push(...through.map(({ kind, subject }) => `${role.name}: ${kind} ${subject}`));
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
    expect(await tried(adminRole, attempts)).toEqual(attempts);
  });

  it('may send every request that is declared', async () => {
    for (const role of roles) {
      const requests = declaredRequests(role, namespace);
      expect(await tried(role.name, requests), role.name).toEqual(requests);
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
