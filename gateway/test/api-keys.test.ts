import { credentialTopic } from '@svc/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import {
  codeIn,
  genuineKey,
  genuineLooking,
  keyPrincipal as principal,
  problemIn,
} from './requests.ts';

let gateway: UnderTest;

beforeEach(async () => {
  gateway = await gatewayUnderTest();
  gateway.services.answers.set('accounts.verifyApiKey', () => ({ ok: { principal } }));
});

const send = (key: string, url = '/v1/jobs') =>
  gateway.app.inject({ url, headers: { 'x-api-key': key } });
const verifications = () =>
  gateway.services.calls.filter(({ action }) => action === 'verifyApiKey').length;

describe('an API key', () => {
  it('says whose data it opens', async () => {
    expect((await send(genuineKey)).statusCode).toBe(200);
    expect(gateway.services.callsOfUsers()[0]?.meta).toMatchObject({
      tenant: 'ten_a',
      actor: 'key_1',
    });
  });

  const notKeys = [
    'svc_live_x',
    'svc_test_published_sandbox_key_v1',
    'nonsense',
    genuineKey.slice(0, -1),
    `${genuineKey.slice(0, -1)}0`,
    genuineKey.replace('Z', 'Y'),
    genuineKey.toLowerCase(),
    'x'.repeat(5_000),
  ];
  it('that cannot be one is refused without a look-up', async () => {
    for (const key of notKeys) {
      const response = await send(key);
      expect(codeIn(response), key).toBe('invalid_api_key');
      expect(response.headers['www-authenticate']).toBe('Bearer realm="svc-api"');
    }
    expect(verifications()).toBe(0);
  });

  it('that nobody has is refused, and remembered as such', async () => {
    gateway.services.answers.set('accounts.verifyApiKey', () => ({ ok: { principal: null } }));
    expect(codeIn(await send(genuineKey))).toBe('invalid_api_key');
    expect(codeIn(await send(genuineKey))).toBe('invalid_api_key');
    expect(verifications()).toBe(1);
  });

  it('is asked for once in ten seconds, so a revoked one stops', async () => {
    await Promise.all(Array.from({ length: 20 }, () => send(genuineKey)));
    expect(verifications()).toBe(1);
    gateway.services.answers.set('accounts.verifyApiKey', () => ({ ok: { principal: null } }));
    gateway.clock.advanceMs(9_999);
    expect((await send(genuineKey)).statusCode).toBe(200);
    gateway.clock.advanceMs(1);
    expect(codeIn(await send(genuineKey))).toBe('invalid_api_key');
  });

  it('of before a rotation is accepted until its end, however fresh the answer', async () => {
    const expires_at = new Date(gateway.clock.now().getTime() + 5_000).toISOString();
    gateway.services.answers.set('accounts.verifyApiKey', () => ({
      ok: { principal, expires_at },
    }));
    expect((await send(genuineKey)).statusCode).toBe(200);
    gateway.services.answers.set('accounts.verifyApiKey', () => ({ ok: { principal: null } }));
    gateway.clock.advanceMs(4_999);
    expect((await send(genuineKey)).statusCode).toBe(200);
    gateway.clock.advanceMs(1);
    expect(codeIn(await send(genuineKey))).toBe('invalid_api_key');
  });

  it('that was rotated is asked for anew, and one that is still good stays so', async () => {
    const changed_key_id = genuineKey.slice('svc_live_'.length, genuineKey.lastIndexOf('_'));
    expect((await send(genuineKey)).statusCode).toBe(200);
    gateway.services.broadcast(credentialTopic, { changed_key_id });
    gateway.clock.advanceMs(1);
    expect((await send(genuineKey)).statusCode).toBe(200);
    expect((await send(genuineKey)).statusCode).toBe(200);
    expect(verifications()).toBe(2);
    gateway.services.broadcast(credentialTopic, { changed_key_id });
    gateway.services.answers.set('accounts.verifyApiKey', () => ({ ok: { principal: null } }));
    expect(codeIn(await send(genuineKey))).toBe('invalid_api_key');
  });

  it.each(['revoked_key_id', 'changed_key_id'])(
    'that was in a hint of %s is not believed after 5,001 hints of others',
    async (field) => {
      const id = genuineKey.slice('svc_live_'.length, genuineKey.lastIndexOf('_'));
      const hint = (of: string) => gateway.services.broadcast(credentialTopic, { [field]: of });
      expect((await send(genuineKey)).statusCode).toBe(200);
      gateway.services.answers.set('accounts.verifyApiKey', () => ({ ok: { principal: null } }));
      hint(id);
      for (let other = 0; other < 5_001; other += 1) hint(`key_other${other}`);
      expect(codeIn(await send(genuineKey))).toBe('invalid_api_key');
    },
  );

  it('that cannot be checked is neither good nor bad', async () => {
    gateway.services.answers.set('accounts.verifyApiKey', () => ({ fault: 'unavailable' }));
    const response = await send(genuineKey);
    expect(codeIn(response)).toBe('unavailable');
    expect(response.headers['x-ratelimit-remaining']).toBe('60');
  });
});

describe('many unknown API keys of one address', () => {
  const keys = Array.from({ length: 400 }, (_, i) => genuineLooking(i + 1));
  const sendAll = async () => {
    const responses = await Promise.all(keys.map((key) => send(key)));
    return responses.map(({ statusCode }) => statusCode);
  };
  beforeEach(() => {
    gateway.services.answers.set('accounts.verifyApiKey', ({ input }) => ({
      ok: { principal: Object(input).key === genuineKey ? principal : null },
    }));
  });

  it('cost sixty look-ups a minute, and shut out what is not remembered as good', async () => {
    expect((await send(genuineKey)).statusCode).toBe(200);
    const statuses = await sendAll();
    expect(verifications()).toBe(61);
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(340);
    expect((await send(genuineKey)).statusCode).toBe(200);
    const refused = await send(genuineLooking(7_000));
    expect(problemIn(refused)).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringContaining('60 failed authentications'),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const headers = { 'x-api-key': genuineLooking(8_000) };
    const elsewhere = { url: '/v1/jobs', headers, remoteAddress: '192.0.2.9' };
    expect(codeIn(await gateway.app.inject(elsewhere))).toBe('invalid_api_key');
    gateway.clock.advanceMs(61_000);
    const before = verifications();
    await sendAll();
    expect(verifications() - before).toBe(60);
  });
});

describe('look-ups under way', () => {
  it('are bounded, whatever address they are for', async () => {
    const held = Promise.withResolvers<void>();
    gateway.services.answers.set('accounts.verifyApiKey', async () => {
      await held.promise;
      return { ok: { principal } };
    });
    const waiting = Array.from({ length: 64 }, (_, i) => {
      const headers = { 'x-api-key': genuineLooking(i) };
      return gateway.app.inject({ url: '/v1/jobs', headers, remoteAddress: `192.0.2.${i}` });
    });
    await expect.poll(verifications).toBe(64);
    expect(codeIn(await send(genuineLooking(64)))).toBe('unavailable');
    expect(verifications()).toBe(64);
    held.resolve();
    const answers = await Promise.all(waiting);
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  });
});
