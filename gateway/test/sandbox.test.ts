import { accounts } from '@svc/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, sandboxEnv, type UnderTest } from './gateway-under-test.ts';
import { codeIn, expectRateLimitHeaders, problemIn } from './requests.ts';

let gateway: UnderTest;
let key: string;

beforeEach(async () => {
  gateway = await gatewayUnderTest({ env: sandboxEnv });
  key = gateway.config.SVC_SANDBOX_KEY;
});

const send = (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
  gateway.app.inject({ url: '/api/v1/jobs', headers, remoteAddress });
const tenantOf = async (...sent: Parameters<typeof send>) => {
  expect((await send(...sent)).statusCode).toBe(200);
  return gateway.services.callsOfUsers().at(-1)?.meta.tenant;
};

describe('the sandbox', () => {
  const refused: [name: string, headers: Record<string, string>, code: string][] = [
    ['no key', {}, 'missing_api_key'],
    ['an empty key', { 'x-api-key': '' }, 'missing_api_key'],
    ['another sandbox key', { 'x-api-key': 'svc_test_other' }, 'invalid_api_key'],
    ['nonsense', { 'x-api-key': 'nonsense' }, 'invalid_api_key'],
    ['a live key', { 'x-api-key': 'svc_live_anything' }, 'live_key_on_sandbox'],
    ['a bearer token', { authorization: 'Bearer token' }, 'invalid_api_key'],
  ];
  it('refuses a bad key with its code', async () => {
    for (const [name, headers, code] of refused) {
      const response = await send(headers);
      expect(codeIn(response), name).toBe(code);
      if (response.statusCode === 401) expect(response.headers).toHaveProperty('www-authenticate');
    }
  });

  it('takes the published key, whatever else is sent', async () => {
    expect((await send({ 'x-api-key': key })).statusCode).toBe(200);
    const both = { 'x-api-key': key, authorization: 'Bearer token' };
    expect((await send(both)).statusCode).toBe(200);
  });
});

describe('a sandbox caller', () => {
  const session = (name: string) => ({ 'x-api-key': key, 'svc-sandbox-session': name });

  it('is its session, wherever it calls from', async () => {
    const one = await tenantOf(session('one'));
    expect(one).toMatch(/^ten_of_sbx_[0-9a-f]{32}$/);
    expect(await tenantOf(session('one'), '192.0.2.2')).toBe(one);
    expect(await tenantOf(session('two'))).not.toBe(one);
  });

  it('is its address when it names no session', async () => {
    const one = await tenantOf({ 'x-api-key': key });
    expect(await tenantOf({ 'x-api-key': key })).toBe(one);
    expect(await tenantOf({ 'x-api-key': key }, '192.0.2.2')).not.toBe(one);
    expect(await tenantOf(session('192.0.2.1'))).not.toBe(one);
    expect(await tenantOf(session('address 192.0.2.1'))).not.toBe(one);
  });

  it('is its IPv6 network', async () => {
    const one = await tenantOf({ 'x-api-key': key }, '2001:db8:1:2::1');
    expect(await tenantOf({ 'x-api-key': key }, '2001:db8:1:2:ffff::9')).toBe(one);
    expect(await tenantOf({ 'x-api-key': key }, '2001:db8:1:3::1')).not.toBe(one);
  });

  it('is the address that the trusted proxy saw', async () => {
    gateway = await gatewayUnderTest({ env: { ...sandboxEnv, SVC_TRUSTED_PROXIES: '1' } });
    const via = (forwarded: string) => ({ 'x-api-key': key, 'x-forwarded-for': forwarded });
    const one = await tenantOf(via('203.0.113.9'));
    expect(await tenantOf(via('6.6.6.6, 203.0.113.9'))).toBe(one);
    expect(await tenantOf(via('203.0.113.8'))).not.toBe(one);
  });

  it('is somebody else under another secret', async () => {
    const one = await tenantOf(session('one'));
    const SVC_SECRET = 'another secret of at least 32 characters';
    gateway = await gatewayUnderTest({ env: { ...sandboxEnv, SVC_SECRET } });
    expect(await tenantOf(session('one'))).not.toBe(one);
  });

  it('is refused with a session that is empty, too long or not printable ASCII', async () => {
    for (const name of ['', 'x'.repeat(129), 'x'.repeat(10_240), 'caf\u00e9', 'a\tb']) {
      expect(problemIn(await send(session(name))), name).toMatchObject({
        code: 'invalid_body',
        errors: [{ pointer: '/headers/svc-sandbox-session' }],
      });
    }
  });
});

describe('the sandbox limit', () => {
  it('is what accounts says, for every request of a caller', async () => {
    const admission = {
      tenant_id: 'ten_1',
      admitted: false,
      limit: 60,
      remaining: 0,
      reset_seconds: 42,
    };
    gateway.services.answers.set('accounts.admit', () => ({ ok: admission }));
    const response = await send({ 'x-api-key': key });
    expect(problemIn(response)).toMatchObject({ code: 'rate_limited', retry_after_seconds: 42 });
    expect(response.headers).toMatchObject({
      'retry-after': '42',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '42',
    });
    expect(gateway.services.callsOfUsers()).toEqual([]);
  });

  it('counts requests for paths that do not exist', async () => {
    const headers = { 'x-api-key': key };
    await gateway.app.inject({ url: '/api/v1/nothing', headers });
    await gateway.app.inject({ method: 'DELETE', url: '/api/v1/jobs', headers });
    const admits = gateway.services.calls.filter(({ action }) => action === 'admit');
    expect(admits).toHaveLength(2);
    expect(admits[0]?.input).toMatchObject({
      caller: expect.stringMatching(/^sbx_[0-9a-f]{32}$/),
      limit: 60,
    });
  });

  it('that cannot be told turns the request away', async () => {
    gateway.services.answers.set('accounts.admit', () => ({ fault: 'unavailable' }));
    const response = await send({ 'x-api-key': key });
    expect(codeIn(response)).toBe('unavailable');
    expectRateLimitHeaders(response);
  });

  it('does not ask accounts about bad keys', async () => {
    for (let i = 0; i < 61; i += 1) await send({ 'x-api-key': 'svc_test_other' });
    expect(gateway.services.calls).toEqual([]);
    expect(codeIn(await send({ 'x-api-key': 'svc_test_other' }))).toBe('rate_limited');
    expect((await send({ 'x-api-key': key })).statusCode).toBe(200);
  });
});

describe('an address on the sandbox', () => {
  const session = (name: string) => ({ 'x-api-key': key, 'svc-sandbox-session': name });
  /** Keeps callers as accounts does: a row for each, unless it is asked to keep none. */
  const rows = new Set<string>();
  beforeEach(() => {
    rows.clear();
    gateway.services.answers.set('accounts.admit', ({ input }) => {
      const { caller, limit, known_only } = accounts.actions.admit.input.parse(input);
      const state = { tenant_id: '', admitted: false, limit, remaining: 0, reset_seconds: 60 };
      const isNew = !rows.has(caller);
      if (isNew && known_only) return { ok: { ...state, caller: 'refused' } };
      rows.add(caller);
      const tenant_id = `ten_of_${caller}`;
      return { ok: { ...state, admitted: true, tenant_id, caller: isNew ? 'new' : 'known' } };
    });
  });
  const statuses = async (names: string[], remoteAddress?: string) => {
    const sent = names.map((name) => send(session(name), remoteAddress));
    return (await Promise.all(sent)).map(({ statusCode }) => statusCode);
  };
  const named = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => `session ${from + i}`);
  const count = (all: number[], status: number) => all.filter((each) => each === status).length;

  it('begins sixty sessions an hour, however many it names at once', async () => {
    const first: number[] = [];
    for (let i = 0; i < 590; i += 118) first.push(...(await statuses(named(i, 118))));
    expect([count(first, 200), count(first, 429), rows.size]).toEqual([60, 530, 60]);
    gateway.clock.advanceMs(3_500_000);
    expect(await statuses(['late'])).toEqual([429]);
    gateway.clock.advanceMs(200_000);
    expect(await statuses(['later'])).toEqual([200]);
  });

  it('goes on with the sessions that it has, also on a gateway that has not seen them', async () => {
    await statuses(named(0, 60));
    const response = await send(session('one more'));
    expect(problemIn(response)).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringContaining('60 new sessions of one address within an hour'),
    });
    expect(await statuses(named(0, 2))).toEqual([200, 200]);
    const { clock, services } = gateway;
    const other = await gatewayUnderTest({ env: sandboxEnv, clock, services });
    const headers = session('session 0');
    const request = { url: '/api/v1/jobs', headers, remoteAddress: '192.0.2.1' };
    expect((await other.app.inject(request)).statusCode).toBe(200);
  });

  it('has 600 requests a minute, whatever sessions they name', async () => {
    const sent: number[] = [];
    for (let i = 0; i < 61; i += 1) sent.push(...(await statuses(named(0, 10))));
    expect([count(sent, 200), count(sent, 429)]).toEqual([600, 10]);
    expect(problemIn(await send(session('session 0')))).toMatchObject({
      detail: expect.stringContaining('600 requests of one address within a minute'),
    });
    const admits = gateway.services.calls.filter(({ action }) => action === 'admit').length;
    expect(admits).toBe(600);
  });

  it('is told to come back when the sandbox has no room for a new caller', async () => {
    const full = { tenant_id: '', admitted: false, limit: 60, remaining: 0, reset_seconds: 60 };
    gateway.services.answers.set('accounts.admit', () => ({ ok: { ...full, caller: 'refused' } }));
    const response = await send(session('new'));
    expect(codeIn(response)).toBe('unavailable');
    expect(response.headers).toHaveProperty('retry-after');
  });
});
