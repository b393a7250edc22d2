/** More than can be answered: what is over the bounds is turned away at once. */
import type { InjectOptions } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, sandboxEnv, type UnderTest } from './gateway-under-test.ts';
import { codeIn, expectRateLimitHeaders } from './requests.ts';

let gateway: UnderTest;
let gate: PromiseWithResolvers<void>;

/** The services answer when the test opens the gate. */
async function start(env: Record<string, string> = {}) {
  gateway = await gatewayUnderTest({ env });
  gate = Promise.withResolvers();
  gateway.services.answers.set('jobs.list', async () => {
    await gate.promise;
    return { ok: { data: [] } };
  });
}
beforeEach(() => start());

/** A loaded machine takes longer than vitest's second. */
const patiently = { timeout: 60_000 };
const underWay = () =>
  gateway.services.callsOfUsers().filter(({ action }) => action === 'list').length;
const as = async (client: string, url = '/v1/jobs'): Promise<InjectOptions> => ({
  url,
  headers: { authorization: `Bearer ${await gateway.issuer.token({ client })}` },
});
const sendAll = (request: InjectOptions, count: number) =>
  Array.from({ length: count }, () => gateway.app.inject(request));
const countOf = async (responses: ReturnType<typeof sendAll>, status: number) =>
  (await Promise.all(responses)).filter(({ statusCode }) => statusCode === status).length;

describe('one client that sends far too much', () => {
  it('has a bounded number in flight; the rest is turned away while those still wait', async () => {
    expect(gateway.config.SVC_IN_FLIGHT_PER_CLIENT).toBe(128);
    await start({ SVC_IN_FLIGHT_PER_CLIENT: '16' });
    await gateway.app.inject(await as('cli_loud', '/v1/nothing'));
    const loud = await as('cli_loud');
    const turnedAway: unknown[] = [];
    const sent = sendAll(loud, 60);
    for (const each of sent) {
      each.then((response) => {
        if (response.statusCode === 503) turnedAway.push(response);
      });
    }
    await expect.poll(() => turnedAway.length, patiently).toBe(60 - 16);
    expect(underWay()).toBe(16);
    expect((await gateway.app.inject(await as('cli_quiet', '/v1/sites'))).statusCode).toBe(200);
    const late = await gateway.app.inject(loud);
    expect(codeIn(late)).toBe('unavailable');
    expect(late.headers['retry-after']).toBe('1');
    expectRateLimitHeaders(late);
    gate.resolve();
    expect(await countOf(sent, 200)).toBe(16);
    expect((await gateway.app.inject(loud)).statusCode).toBe(200);
  });
});

describe('many clients of one tenant', () => {
  const ofTenant = async (client: string, tenant: string): Promise<InjectOptions> => ({
    url: '/v1/jobs',
    headers: {
      authorization: `Bearer ${await gateway.issuer.token({ client, tenant, scopes: ['jobs:read'] })}`,
    },
  });

  it('hold at most half of the slots, and leave those of another tenant served', async () => {
    await start({ SVC_IN_FLIGHT_MAX: '32' });
    const sent: ReturnType<typeof sendAll> = [];
    for (let n = 0; n < 28; n += 1) sent.push(...sendAll(await ofTenant(`cli_${n}`, 'ten_a'), 3));
    await expect.poll(underWay, patiently).toBe(16);
    const rival = sendAll(await ofTenant('cli_rival', 'ten_b'), 10);
    await expect.poll(underWay, patiently).toBe(26);
    gate.resolve();
    expect(await countOf(sent, 200)).toBe(16);
    expect(await countOf(rival, 200)).toBe(10);
  });
});

describe('a request that is over', () => {
  it('gives its place back, refused or broken off', async () => {
    await start({ SVC_IN_FLIGHT_PER_CLIENT: '1' });
    gate.resolve();
    const request = await as('cli_1');
    const headers = { ...request.headers, 'content-type': 'application/json' };
    const broken = { headers, method: 'POST', url: '/v1/quotes', payload: '{' } as const;
    for (let i = 0; i < 3; i += 1) {
      expect((await gateway.app.inject(request)).statusCode).toBe(200);
      expect((await gateway.app.inject(broken)).statusCode).toBe(400);
      expect((await gateway.app.inject(await as('cli_1', '/v1/nothing'))).statusCode).toBe(404);
    }
  });
});

describe('the sandbox', () => {
  it('counts what an address has in flight, whatever sessions it names', async () => {
    await start({ ...sandboxEnv, SVC_IN_FLIGHT_PER_CLIENT: '8' });
    const key = gateway.config.SVC_SANDBOX_KEY;
    const as = (session: string, remoteAddress: string) => ({
      url: '/api/v1/jobs',
      headers: { 'x-api-key': key, 'svc-sandbox-session': session },
      remoteAddress,
    });
    const sent = Array.from({ length: 20 }, (_, i) =>
      gateway.app.inject(as(`session ${i}`, '192.0.2.1')),
    );
    await expect.poll(underWay, patiently).toBe(8);
    const other = gateway.app.inject(as('other', '192.0.2.2'));
    await expect.poll(underWay, patiently).toBe(9);
    gate.resolve();
    expect(await countOf([...sent, other], 200)).toBe(9);
  });
});
