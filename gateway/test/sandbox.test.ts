import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, sandboxEnv, type UnderTest } from './gateway-under-test.ts';
import { codeIn, expectStanding, problemIn } from './requests.ts';

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
  return gateway.services.asked().at(-1)?.meta.tenant;
};

describe('the sandbox', () => {
  it.each([
    ['no key', {}, 'missing_api_key'],
    ['an empty key', { 'x-api-key': '' }, 'missing_api_key'],
    ['another sandbox key', { 'x-api-key': 'svc_test_other' }, 'invalid_api_key'],
    ['nonsense', { 'x-api-key': 'nonsense' }, 'invalid_api_key'],
    ['a live key', { 'x-api-key': 'svc_live_anything' }, 'live_key_on_sandbox'],
    ['a bearer token', { authorization: 'Bearer token' }, 'invalid_api_key'],
  ])('answers %s with its code', async (_name, headers: Record<string, string>, code) => {
    const response = await send(headers);
    expect(codeIn(response)).toBe(code);
    if (response.statusCode === 401) expect(response.headers).toHaveProperty('www-authenticate');
  });

  it('takes the published key, whatever else is sent', async () => {
    expect((await send({ 'x-api-key': key })).statusCode).toBe(200);
    const both = { 'x-api-key': key, authorization: 'Bearer token' };
    expect((await send(both)).statusCode).toBe(200);
  });

  it('says that it is the sandbox', async () => {
    const response = await gateway.app.inject('/api/v1/health');
    expect(response.json()).toEqual({
      status: 'ok',
      environment: 'sandbox',
      api_version: 'v1',
      price_book_version: '2026-11',
    });
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

  it('cannot choose its address with a header', async () => {
    const one = await tenantOf({ 'x-api-key': key });
    const forged = { 'x-api-key': key, 'x-forwarded-for': '203.0.113.9' };
    expect(await tenantOf(forged)).toBe(one);
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

  it.each(['x'.repeat(129), 'caf\u00e9', ''])('with the session %j is refused', async (name) => {
    expect(problemIn(await send(session(name)))).toMatchObject({
      code: 'invalid_body',
      errors: [{ pointer: '/headers/svc-sandbox-session' }],
    });
  });

  it('may name a session of 128 characters', async () => {
    expect((await send(session('~'.repeat(128)))).statusCode).toBe(200);
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
    expect(gateway.services.asked()).toEqual([]);
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
    expectStanding(response);
  });

  it('does not ask accounts about bad keys', async () => {
    for (let i = 0; i < 61; i += 1) await send({ 'x-api-key': 'svc_test_other' });
    expect(gateway.services.calls).toEqual([]);
    expect(codeIn(await send({ 'x-api-key': 'svc_test_other' }))).toBe('rate_limited');
    expect((await send({ 'x-api-key': key })).statusCode).toBe(200);
  });
});
