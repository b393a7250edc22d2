import { heldClock } from '@svc/kit/clock';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBudgets } from '../src/limits/budgets.ts';
import { replicateBudgets, replicationTopic } from '../src/limits/replication.ts';
import { createServices, gatewayUnderTest, start, type UnderTest } from './gateway-under-test.ts';
import type { TokenParts } from './issuer.ts';
import { genuineKey, keyPrincipal, problemIn } from './requests.ts';

const limits = {
  ...{ client: 600, tenant: 6_000, anonymous: 60 },
  ...{ sandboxAddress: 600, sandboxSessions: 60 },
};
let gateway: UnderTest;

beforeEach(async () => {
  gateway = await gatewayUnderTest();
});

async function send(times: number, request: { url: string; headers?: Record<string, string> }) {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) {
    statuses.push((await gateway.app.inject(request)).statusCode);
  }
  return statuses;
}
const refused = (statuses: number[]) => statuses.filter((status) => status === 429).length;

describe('a client on the live API', () => {
  it('has 600 a minute and a burst of 100, whichever endpoint', async () => {
    const authorization = `Bearer ${await gateway.issuer.token()}`;
    const jobs = { url: '/v1/jobs', headers: { authorization } };
    const nothing = { url: '/v1/nothing', headers: { authorization } };
    expect(refused(await send(400, jobs))).toBe(0);
    expect(refused(await send(300, nothing))).toBe(0);
    expect(refused(await send(5, jobs))).toBe(5);

    const response = await gateway.app.inject(jobs);
    const problem = problemIn(response);
    const seconds = Number(response.headers['retry-after']);
    expect(problem).toMatchObject({ code: 'rate_limited', retry_after_seconds: seconds });
    expect(response.headers['x-ratelimit-remaining']).toBe('0');
    gateway.clock.advanceMs(seconds * 1000);
    expect((await gateway.app.inject(jobs)).statusCode).toBe(200);
  });
});

describe('the clients of one tenant on the live API', () => {
  const ofTenant = async (client: string, parts: TokenParts = {}) => ({
    url: '/v1/jobs',
    headers: {
      authorization: `Bearer ${await gateway.issuer.token({ client, scopes: ['jobs:read'], ...parts })}`,
    },
  });
  /** 17 clients of one tenant, each within its own limit. */
  async function spend(perClient: number) {
    let refusals = 0;
    for (let n = 0; n < 17; n += 1) {
      refusals += refused(await send(perClient, await ofTenant(`cli_${n}`)));
    }
    return refusals;
  }

  it('have 6,000 a minute together, and a further client or key has none of its own', async () => {
    expect(await spend(400)).toBe(17 * 400 - 6_000);
    const fresh = await ofTenant('cli_fresh');
    const response = await gateway.app.inject(fresh);
    const seconds = Number(response.headers['retry-after']);
    expect(problemIn(response)).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringContaining('More than 6000 requests of all your clients'),
      retry_after_seconds: seconds,
    });
    expect(response.headers).toMatchObject({
      'x-ratelimit-limit': '6000',
      'x-ratelimit-remaining': '0',
    });
    gateway.services.answers.set('accounts.verifyApiKey', () => ({
      ok: { principal: keyPrincipal },
    }));
    const byKey = { url: '/v1/jobs', headers: { 'x-api-key': genuineKey } };
    expect(refused(await send(1, byKey))).toBe(1);
    expect(refused(await send(1, await ofTenant('cli_1', { tenant: 'ten_b' })))).toBe(0);
    gateway.clock.advanceMs(seconds * 1000);
    expect((await gateway.app.inject(fresh)).headers).toMatchObject({
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '599',
    });
  });

  it('get the state of the tighter budget in their headers', async () => {
    gateway = await gatewayUnderTest({ env: { SVC_LIVE_LIMIT: '6', SVC_TENANT_LIMIT: '8' } });
    const stateOf = async (client: string) => {
      const { headers, statusCode } = await gateway.app.inject(await ofTenant(client));
      return [statusCode, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']];
    };
    expect(await stateOf('cli_1')).toEqual([200, '6', '5']);
    for (let n = 4; n >= 0; n -= 1) expect(await stateOf('cli_1')).toEqual([200, '6', `${n}`]);
    expect(await stateOf('cli_2')).toEqual([200, '8', '1']);
    expect(await stateOf('cli_3')).toEqual([200, '8', '0']);
    expect(await stateOf('cli_4')).toEqual([429, '8', '0']);
  });

  it('of the carrier have no budget together', async () => {
    gateway = await gatewayUnderTest({ env: { SVC_TENANT_LIMIT: '2' } });
    const scopes = ['jobs:read', 'ops:dispatch'] as const;
    for (let n = 0; n < 5; n += 1) {
      expect(refused(await send(1, await ofTenant(`cli_${n}`, { scopes })))).toBe(0);
    }
  });
});

describe('an address without a credential', () => {
  it.each([
    ['API paths', '/v1/jobs', 60],
    ['health', '/v1/health', 60],
    ['unknown paths', '/nothing', 60],
    ['malformed paths', '/v1/jobs/%zz', 60],
    ['public pages', '/docs/errors', 600],
  ])('has its limit on %s', async (_name, url, limit) => {
    const statuses = await send(limit + 2, { url });
    // A malformed path is counted, but only ever malformed.
    expect(refused(statuses)).toBe(url.includes('%') ? 0 : 2);
    const response = await gateway.app.inject({ url });
    expect(response.headers).toMatchObject({
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
    });
  });

  it('that failed sixty times is refused before a signature is looked at, unless remembered', async () => {
    const [head, body] = (await gateway.issuer.token()).split('.');
    const forged = `Bearer ${head}.${body}.${'A'.repeat(86)}`;
    const good = async (client: string) => ({
      url: '/v1/jobs',
      headers: { authorization: `Bearer ${await gateway.issuer.token({ client })}` },
    });
    const known = await good('cli_known');
    expect(refused(await send(1, known))).toBe(0);
    const bad = { url: '/v1/jobs', headers: { authorization: forged } };
    expect(refused(await send(61, bad))).toBe(1);
    expect(refused(await send(1, known))).toBe(0);
    const fresh = await good('cli_fresh');
    expect(refused(await send(1, fresh))).toBe(1);
    gateway.clock.advanceMs(61_000);
    expect(refused(await send(1, fresh))).toBe(0);
  });
});

describe('several gateways', () => {
  const replicas = (count: number) => {
    const clock = heldClock(start);
    const bus = createServices();
    return Array.from({ length: count }, () => replicateBudgets(createBudgets(clock, limits), bus));
  };
  const takeUntilRefused = (replica: ReturnType<typeof replicateBudgets>) => {
    let admitted = 0;
    while (replica.budgets.client.consume('cli_1').admitted) admitted += 1;
    return admitted;
  };

  it('pass at most what the others admit before they are heard', () => {
    const [one, two] = replicas(2);
    if (!one || !two) throw new Error('two were asked for');
    for (let i = 0; i < 650; i += 1) one.budgets.client.consume('cli_1');
    one.flush();
    const unheard = takeUntilRefused(one);
    expect(unheard + takeUntilRefused(two)).toBe(100);
    one.flush();
    two.flush();
    expect(takeUntilRefused(one) + takeUntilRefused(two)).toBe(0);
  });

  it.each([
    null,
    'text',
    { replica: 'x' },
    { replica: 'x', admitted: 7 },
    { replica: 'x', admitted: [['api 192.0.2.1', -5], ['api 192.0.2.1', 'many'], [7, 7], null] },
    {
      replica: 'x',
      admitted: [
        ['nothing 192.0.2.1', 5],
        ['__proto__ x', 1],
      ],
    },
  ])('are not misled by %j on the bus', (payload) => {
    const bus = createServices();
    const { budgets } = replicateBudgets(createBudgets(heldClock(start), limits), bus);
    bus.broadcast(replicationTopic, payload);
    expect(budgets.api.peek('192.0.2.1').remaining).toBe(60);
  });
});
