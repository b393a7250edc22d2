import { accounts, credentialTopic } from '@svc/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRequestLog } from '../src/http/request-log.ts';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { codeIn, genuineKey, keyPrincipal } from './requests.ts';

let gateway: UnderTest;
beforeEach(async () => {
  gateway = await gatewayUnderTest();
});

const send = (headers: Record<string, string>, url = '/v1/jobs?reference=PO-1') =>
  gateway.app.inject({ url, headers });
const handedOver = () =>
  gateway.services.calls
    .filter(({ action }) => action === 'recordRequests')
    .map(({ input }) => accounts.actions.recordRequests.input.parse(input));
/** Entries that were flushed when the gateway stopped. */
async function recorded() {
  await gateway.app.close();
  return handedOver().flatMap(({ requests }) => requests);
}
const withToken = async (parts = {}) => ({
  authorization: `Bearer ${await gateway.issuer.token(parts)}`,
});

describe('a request with a good credential', () => {
  it('is handed over with its answer, and without its query', async () => {
    const answer = await send(await withToken());
    expect(await recorded()).toEqual([
      {
        tenant_id: 'ten_a',
        id: answer.headers['x-request-id'],
        created_at: expect.any(String),
        client_id: 'cli_1',
        method: 'GET',
        path: '/v1/jobs',
        status: 200,
        code: null,
        duration_ms: expect.any(Number),
      },
    ]);
  });

  it('is there when it is refused, or asks for nothing that there is', async () => {
    await send(await withToken({ scopes: [] }));
    await send(await withToken(), `/v1/${'nothing'.repeat(100)}`);
    expect(await recorded()).toMatchObject([
      { status: 403, code: 'insufficient_scope' },
      { status: 404, code: 'not_found', path: expect.stringMatching(/^.{200}$/) },
    ]);
  });
});

describe('a request with a credential that is none any more', () => {
  it('is its owner’s when a key was revoked, though a hint said so before', async () => {
    const { answers, broadcast } = gateway.services;
    answers.set('accounts.verifyApiKey', () => ({
      ok: { principal: keyPrincipal, revoked: null },
    }));
    expect((await send({ 'x-api-key': genuineKey })).statusCode).toBe(200);
    const revoked = { tenant_id: 'ten_a', client_id: 'key_1' };
    answers.set('accounts.verifyApiKey', () => ({ ok: { principal: null, revoked } }));
    const [, id] = /^svc_live_(key_\w{26})_/.exec(genuineKey) ?? [];
    broadcast(credentialTopic, { revoked_key_id: id });
    expect(codeIn(await send({ 'x-api-key': genuineKey }))).toBe('invalid_api_key');
    expect(await recorded()).toMatchObject([
      { client_id: 'key_1', status: 200 },
      { client_id: 'key_1', status: 401, code: 'invalid_api_key' },
    ]);
  });

  it('is refused where accounts still knew it good after the hint', async () => {
    const [, id] = /^svc_live_(key_\w{26})_/.exec(genuineKey) ?? [];
    gateway.services.broadcast(credentialTopic, { revoked_key_id: id });
    gateway.services.answers.set('accounts.verifyApiKey', () => ({
      ok: { principal: keyPrincipal },
    }));
    expect(codeIn(await send({ 'x-api-key': genuineKey }))).toBe('invalid_api_key');
  });

  it('is its owner’s when a token has expired or its client was revoked', async () => {
    const expired = await withToken({ expiresInSeconds: 60 });
    const good = await withToken();
    gateway.clock.advanceMs(120_000);
    await send(expired);
    gateway.services.broadcast(credentialTopic, { revoked_client_id: 'cli_1' });
    await send(good);
    expect(await recorded()).toMatchObject([
      { tenant_id: 'ten_a', status: 401, code: 'invalid_token' },
      { tenant_id: 'ten_a', status: 401, code: 'invalid_token' },
    ]);
  });
});

describe('a request of nobody known', () => {
  it('is in no log of a tenant', async () => {
    await send({});
    await send({ 'x-api-key': 'nonsense' });
    await send({ authorization: `${(await withToken()).authorization}x` });
    await send({}, '/v1/health');
    expect(await recorded()).toEqual([]);
  });
});

/** The last value of each counter that was handed over. */
async function counted() {
  await gateway.app.close();
  const all = handedOver().flatMap(({ counts }) => counts);
  return [...new Map(all.map((count) => [`${count.day} ${count.counter_id}`, count])).values()];
}

describe('counters', () => {
  it('have what the log leaves out, which is a hundred a second of a tenant', async () => {
    const headers = await withToken();
    await Promise.all(Array.from({ length: 150 }, () => send(headers)));
    await send(await withToken({ tenant: 'ten_b' }));
    const common = { day: '2026-11-02', counter_id: expect.any(String), rate_limited: 0 };
    expect(await counted()).toEqual([
      { ...common, tenant_id: 'ten_a', requests: 150 },
      { ...common, tenant_id: 'ten_b', requests: 1 },
    ]);
    const logged = Object.groupBy(await recorded(), ({ tenant_id }) => tenant_id);
    expect([logged.ten_a?.length, logged.ten_b?.length]).toEqual([100, 1]);
  });

  it('have the refusals for too many requests', async () => {
    await gateway.app.close();
    gateway = await gatewayUnderTest({ env: { SVC_LIVE_LIMIT: '6' } });
    const headers = await withToken();
    for (let n = 0; n < 10; n += 1) await send(headers);
    expect(await counted()).toMatchObject([{ tenant_id: 'ten_a', requests: 10, rate_limited: 3 }]);
  });

  it('begin anew with a South African day', async () => {
    await send(await withToken());
    gateway.clock.advanceMs(13 * 3_600_000);
    await send(await withToken());
    gateway.clock.advanceMs(3_601_000);
    await send(await withToken());
    expect(await counted()).toMatchObject([
      { day: '2026-11-02', requests: 2 },
      { day: '2026-11-03', requests: 1 },
    ]);
  });
});

describe('accounts that is away', () => {
  it('gets notes and counts when it is back, once', async () => {
    const { answers } = gateway.services;
    answers.set('accounts.recordRequests', () => ({ fault: 'unavailable' }));
    const headers = await withToken();
    const sent = [(await send(headers)).headers['x-request-id']];
    await expect.poll(() => handedOver().length).toBeGreaterThan(0);
    answers.delete('accounts.recordRequests');
    const failed = handedOver().length;
    sent.push((await send(headers)).headers['x-request-id']);
    expect(await counted()).toMatchObject([{ tenant_id: 'ten_a', requests: 2 }]);
    const after = handedOver()
      .slice(failed)
      .flatMap(({ requests }) => requests);
    expect(after.map(({ id }) => id)).toEqual(sent);
  });

  it('is asked once at a time while it does not answer', async () => {
    const { answers } = gateway.services;
    const held = Promise.withResolvers<void>();
    answers.set('accounts.recordRequests', async () => {
      await held.promise;
      return { ok: {} };
    });
    const log = createRequestLog({ transport: gateway.services, clock: gateway.clock });
    const note = {
      caller: { tenant: 'ten_a', actor: 'cli_1' },
      raw: { url: '/v1/jobs' },
      problemCode: null,
    };
    const request = Object.assign(Object.create(null), note, { id: 'req_1', method: 'GET' });
    const reply = Object.assign(Object.create(null), { statusCode: 200, elapsedTime: 1 });
    log.note(request, reply);
    const all = [log.flush(), log.flush(), log.flush()];
    log.note(request, reply);
    expect(new Set(all).size).toBe(1);
    expect(handedOver()).toHaveLength(1);
    held.resolve();
    await Promise.all(all);
    expect(handedOver().flatMap(({ requests }) => requests)).toHaveLength(2);
  });
});
