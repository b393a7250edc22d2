/**
 * Packets between all processes and NATS dropped for a while, as on a broken path: nobody is told, so
 * connections die by silence, and dials hang. `SVC_FAULTS_CUT_S=300` for a length of one's own.
 */
import { canMakeNetworks, freePort, makeNetwork, type PrivateNetwork, until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import type { Answer } from './http.ts';
import { expectExactlyOnce } from './ledger.ts';
import { jobIdOf, longestMs, report, startLoad, tally } from './load.ts';
import { lasts } from './outage.ts';
import { type FaultStack, startStack } from './stack.ts';

const lengths = process.env.SVC_FAULTS_CUT_S?.split(',').map(Number) ?? [5, 60];
const pairs = 75;
/** Dials of the outage that hang are sent again by the system for half a minute after its end. */
const pauseMs = 500;
const connections = z.object({ connections: z.array(z.object({ name: z.string().optional() })) });
const mayCut = inject('natsUrl') !== undefined && (await canMakeNetworks());

describe.skipIf(!mayCut)('a path to NATS that drops packets', { timeout: 900_000 }, () => {
  let network: PrivateNetwork;
  let stack: FaultStack;
  let adminPort: number;
  beforeAll(async () => {
    network = makeNetwork();
    stack = await startStack({ postgresUrl: inject('postgresUrl'), network });
    adminPort = await freePort();
    await stack.kill('gateway');
    await stack.start('gateway', { SVC_ADMIN_PORT: String(adminPort) });
  });
  afterAll(async () => {
    await stack?.stop();
    network?.remove();
  });

  /** Connections that nats-server counts, with those that never logged in. */
  const connectionsByRole = async () => {
    const response = await fetch(`http://${network.address}:8222/connz?limit=4096`);
    const { connections: all } = connections.parse(await response.json());
    const roles = Map.groupBy(all, ({ name }) => name?.split('.')[0] ?? 'nobody');
    return Object.fromEntries([...roles].map(([role, found]) => [role, found.length]).sort());
  };

  it.each(lengths)('for %i s leaves no connection behind, and no call is lost', async (seconds) => {
    const label = `cut-${seconds}`;
    const before = await connectionsByRole();
    const load = startLoad(stack, { label, patienceMs: seconds * 1000 + 60_000 });
    await until(() => load.count() >= 30, { timeoutMs: 60_000, what: '30 bookings' });
    network.cut();
    await lasts(seconds * 1000);
    // The gateway stays ready, and says itself that nobody answers.
    const probe = await fetch(`http://127.0.0.1:${adminPort}/health/ready`);
    expect(probe.status).toBe(200);
    network.mend();
    const mended = performance.now();
    const then = load.count();
    await until(() => load.count() > then, { timeoutMs: 60_000, what: 'a booking' });
    const recoveredMs = Math.round(performance.now() - mended);
    const outcome = await load.finish();
    const refused = outcome.answers.filter(({ status }) => status === 503);
    expect(refused.filter(({ headers }) => !headers.has('retry-after'))).toEqual([]);
    if (seconds > 10) expect(refused.length).toBeGreaterThan(0);
    report(`NATS cut off for ${seconds} s, answering ${recoveredMs} ms after`, outcome.answers);

    const pair = async (nth: number): Promise<Answer[]> => {
      await lasts(nth * pauseMs);
      const booked = await stack.book(`${label}-after-${nth}`);
      return [booked, await stack.read(`/jobs/${jobIdOf(booked)}`)];
    };
    const answers = (await Promise.all(Array.from({ length: pairs }, (_, n) => pair(n)))).flat();
    report('bookings and reads after that', answers);
    process.stdout.write(`connections: ${JSON.stringify(await connectionsByRole())}\n`);
    expect(tally(answers)).toEqual({ 200: pairs, 201: pairs });
    expect(longestMs(answers)).toBeLessThan(4_000);
    expect(await connectionsByRole()).toEqual(before);
    expect(stack.deaths()).toEqual([]);
    await expectExactlyOnce(stack, outcome);
  });
});
