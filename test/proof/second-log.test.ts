/** A log that begins anew, as the runbook of a halted log and the page of proofs say. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle, bookedJob, bundle, transparencyLog } from '@svc/contracts';
import { until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { parsePolicy } from '@svc/proof/log/policy';
import { verifyBundle } from '@svc/proof/verify/bundle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliver, deskOf, noProof } from '../journeys/desk.ts';
import { canRun } from '../journeys/environment.ts';
import { resource } from '../journeys/http.ts';
import { bookingOf, type Tenant } from '../journeys/tenants.ts';
import { startWorld, type World } from '../journeys/world.ts';
import { prepareWitness, type WitnessProgram } from './witness-program.ts';

const topology = 'a process per service';
const deadline = { timeoutMs: 90_000, everyMs: 200 };
const origins = ['log.example/1', 'log.example/2'] as const;

describe.skipIf(!canRun(topology))('a log that begins anew', () => {
  let folder: string;
  let world: World;
  let tenant: Tenant;
  let witness: WitnessProgram;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anew-'));
    witness = await prepareWitness(folder, 'a.example');
    world = await startWorld({ topology, env: logEnv(origins[0]) });
    tenant = await world.tenant();
    await witness.start(logUrl());
  });
  afterAll(async () => {
    await world?.stop();
    await witness?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const logEnv = (origin: string) => ({
    SVC_LOG_ORIGIN: origin,
    SVC_LOG_WITNESSES: `${witness.vkey} ${witness.address}`,
    SVC_LOG_QUORUM: '1',
  });
  const logUrl = () => `${world.stage.publicUrl}/log`;
  const logKey = async (): Promise<string> => {
    const { rows } = await world.stage.owner.query('select vkey from log.tree');
    return rows[0]?.vkey;
  };
  /** As readers keep it: keys of logs that they trust, one a line, and the witness. */
  const policyOf = (...logs: string[]) =>
    parsePolicy(
      [...logs.map((key) => `log ${key}`), `witness a ${witness.vkey}`, 'quorum a', ''].join('\n'),
    );
  const delivered = async (key: string): Promise<string> => {
    const body = { ...bookingOf(tenant), requirements: noProof };
    const { id } = resource(await tenant.send('POST /jobs', { key, body }), 201, bookedJob);
    await deliver(deskOf(world.stage, tenant.id), id);
    return id;
  };
  const verdictOn = async (given: Bundle, policy: ReturnType<typeof policyOf>) =>
    (await verifyBundle(given, { jwks: given.jwks, policy })).log.status;
  const provedBundle = (id: string, policy: ReturnType<typeof policyOf>) =>
    until(
      async () => {
        const answer = await tenant.send(`GET /jobs/${id}/custody/bundle`);
        if (answer.status !== 200) return undefined;
        const given = resource(answer, 200, bundle);
        return (await verdictOn(given, policy)) === 'proved' ? given : undefined;
      },
      { ...deadline, what: 'a bundle whose log is proved' },
    );

  it('is followed by its witness with the same key and another directory; bundles of before stay proved', async () => {
    const former = await logKey();
    const id = await delivered('before');
    const before = await provedBundle(id, policyOf(former));

    for (const role of ['log', 'custody']) {
      await world.stage.kill(role);
      await world.stage.start(role, logEnv(origins[1]));
    }
    const desk = { tenant: '', actor: 'operator', requestId: 'test' };
    const { log } = createClients({ log: transparencyLog }, world.stage.transport, desk);
    await until(() => log.status({}).catch(() => undefined), { ...deadline, what: 'the log' });
    await log.startAnew({ origin: origins[1] });
    const present = await logKey();
    expect(present).not.toBe(former);
    const both = policyOf(former, present);
    const later = await delivered('after');
    const isAway = async () => (await log.status({})).witnesses[0]?.away_since;
    await until(isAway, { ...deadline, what: 'the former witness to refuse' });

    await witness.kill();
    await witness.start(logUrl(), 'state-2');
    const after = await provedBundle(later, both);
    expect(await verdictOn(before, both)).toBe('proved');
    expect(await verdictOn(before, policyOf(former))).toBe('proved');
    expect(await verdictOn(after, policyOf(former))).not.toBe('proved');
    // Fetched again, a job of before is proved by the new log.
    await provedBundle(id, policyOf(present));
  });
});
