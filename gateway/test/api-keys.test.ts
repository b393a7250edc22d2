import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { codeIn, genuineKey } from './requests.ts';

let gateway: UnderTest;
const principal = { tenant_id: 'ten_a', client_id: 'key_1', scopes: ['jobs:read'] };

beforeEach(async () => {
  gateway = await gatewayUnderTest();
  gateway.services.answers.set('accounts.verifyApiKey', () => ({ ok: { principal } }));
});

const send = (key: string, url = '/v1/jobs') =>
  gateway.app.inject({ url, headers: { 'x-api-key': key } });
const asked = () => gateway.services.calls.filter(({ action }) => action === 'verifyApiKey').length;

describe('an API key', () => {
  it('says whose data', async () => {
    expect((await send(genuineKey)).statusCode).toBe(200);
    expect(gateway.services.asked()[0]?.meta).toMatchObject({ tenant: 'ten_a', actor: 'key_1' });
  });

  it('is limited to the scopes it has', async () => {
    expect(codeIn(await send(genuineKey, '/v1/tracking/SVC-1'))).toBe('insufficient_scope');
  });

  it.each([
    'svc_live_x',
    'svc_test_published_sandbox_key_v1',
    'nonsense',
    genuineKey.slice(0, -1),
    `${genuineKey.slice(0, -1)}0`,
    genuineKey.replace('Z', 'Y'),
    genuineKey.toLowerCase(),
    'x'.repeat(5_000),
  ])('that cannot be one is refused without asking: %s', async (key) => {
    const response = await send(key);
    expect(codeIn(response)).toBe('invalid_api_key');
    expect(response.headers['www-authenticate']).toBe('Bearer realm="svc-api"');
    expect(asked()).toBe(0);
  });

  it('that nobody has is refused, and remembered as such', async () => {
    gateway.services.answers.set('accounts.verifyApiKey', () => ({ ok: { principal: null } }));
    expect(codeIn(await send(genuineKey))).toBe('invalid_api_key');
    expect(codeIn(await send(genuineKey))).toBe('invalid_api_key');
    expect(asked()).toBe(1);
  });

  it('is asked for once in ten seconds, so a revoked one stops', async () => {
    await Promise.all(Array.from({ length: 20 }, () => send(genuineKey)));
    expect(asked()).toBe(1);
    gateway.services.answers.set('accounts.verifyApiKey', () => ({ ok: { principal: null } }));
    gateway.clock.advanceMs(9_999);
    expect((await send(genuineKey)).statusCode).toBe(200);
    gateway.clock.advanceMs(1);
    expect(codeIn(await send(genuineKey))).toBe('invalid_api_key');
  });

  it('that cannot be checked is neither good nor bad', async () => {
    gateway.services.answers.set('accounts.verifyApiKey', () => ({ fault: 'unavailable' }));
    const response = await send(genuineKey);
    expect(codeIn(response)).toBe('unavailable');
    expect(response.headers['x-ratelimit-remaining']).toBe('60');
  });

  it('that is empty is missing', async () => {
    expect(codeIn(await send(''))).toBe('missing_api_key');
  });
});
