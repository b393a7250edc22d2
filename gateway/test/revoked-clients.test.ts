import { heldClock } from '@svc/kit/clock';
import type { Reply } from '@svc/kit/transport';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, start, type UnderTest } from './gateway-under-test.ts';
import { createIssuer, type Issuer, type TokenParts } from './issuer.ts';
import { codeIn } from './requests.ts';

let gateway: UnderTest;
beforeEach(async () => {
  gateway = await gatewayUnderTest();
});

const send = (authorization: string) =>
  gateway.app.inject({ url: '/v1/jobs', headers: { authorization } });
const withToken = async (parts?: TokenParts) => send(`Bearer ${await gateway.issuer.token(parts)}`);

const isFirstPage = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && !('before' in input);

describe('a token of a revoked client', () => {
  const revoke = (...client_ids: string[]) =>
    gateway.services.answers.set('accounts.listRevokedClients', () => ({ ok: { client_ids } }));

  it('ends at once where the hint arrives', async () => {
    const token = `Bearer ${await gateway.issuer.token()}`;
    expect((await send(token)).statusCode).toBe(200);
    gateway.services.broadcast('accounts.credentials', { revoked_client_id: 'cli_1' });
    expect(codeIn(await send(token))).toBe('invalid_token');
    expect(codeIn(await withToken({ scopes: ['jobs:read'] }))).toBe('invalid_token');
    expect((await withToken({ client: 'cli_2' })).statusCode).toBe(200);
  });

  it('ends within five seconds where the hint is lost', async () => {
    const token = `Bearer ${await gateway.issuer.token()}`;
    expect((await send(token)).statusCode).toBe(200);
    revoke('cli_0', 'cli_1');
    gateway.clock.advanceMs(4_000);
    expect(codeIn(await send(token))).toBe('invalid_token');
  });

  it('costs one look-up every two seconds, however many requests there are', async () => {
    revoke('cli_0');
    const token = `Bearer ${await gateway.issuer.token()}`;
    const lookUps = () =>
      gateway.services.calls.filter(({ action }) => action === 'listRevokedClients').length;
    await Promise.all(Array.from({ length: 20 }, () => send(token)));
    expect(lookUps()).toBe(1);
    gateway.clock.advanceMs(1_999);
    await send(token);
    expect(lookUps()).toBe(1);
    gateway.clock.advanceMs(1);
    await Promise.all(Array.from({ length: 20 }, () => send(token)));
    expect(lookUps()).toBe(2);
  });

  it('is known as far as it was, while accounts is away', async () => {
    revoke('cli_1');
    expect(codeIn(await withToken())).toBe('invalid_token');
    gateway.services.answers.set('accounts.listRevokedClients', () => ({ fault: 'unavailable' }));
    gateway.clock.advanceMs(60_000);
    expect(codeIn(await withToken())).toBe('invalid_token');
    expect((await withToken({ client: 'cli_2' })).statusCode).toBe(200);
  });

  it('stays refused after 5,001 hints of other revocations', async () => {
    const token = `Bearer ${await gateway.issuer.token()}`;
    const hint = (revoked_client_id: string) =>
      gateway.services.broadcast('accounts.credentials', { revoked_client_id });
    hint('cli_1');
    for (let other = 0; other < 5_001; other += 1) hint(`cli_other${other}`);
    expect(codeIn(await send(token))).toBe('invalid_token');
  });

  it('is found on the last of many pages', async () => {
    const next = { revoked_at: gateway.clock.now().toISOString(), id: 'cli_0' };
    gateway.services.answers.set('accounts.listRevokedClients', ({ input }) => ({
      ok: isFirstPage(input) ? { client_ids: ['cli_0'], next } : { client_ids: ['cli_1'] },
    }));
    expect(codeIn(await withToken())).toBe('invalid_token');
    expect(codeIn(await withToken({ client: 'cli_0' }))).toBe('invalid_token');
    expect((await withToken({ client: 'cli_2' })).statusCode).toBe(200);
  });

  it('is not taken for one because of nonsense on the bus', async () => {
    for (const payload of [null, 7, {}, { revoked_client_id: 7 }, { signing_keys_changed: 'x' }]) {
      gateway.services.broadcast('accounts.credentials', payload);
    }
    expect((await withToken()).statusCode).toBe(200);
  });
});

/** The clock of the gateway steps by ten minutes and back, while that of the issuer is right. */
describe('a gateway whose clock was ahead', () => {
  const stepMs = 600_000;
  let issuer: Issuer;
  beforeEach(async () => {
    issuer = await createIssuer(heldClock(start));
    gateway = await gatewayUnderTest({ issuer });
    gateway.clock.advanceMs(stepMs);
  });

  it.each<[string, string, Reply]>([
    ['a withdrawn key', 'accounts.jwks', { ok: { keys: [] } }],
    ['a revoked client', 'accounts.listRevokedClients', { ok: { client_ids: ['cli_1'] } }],
  ])('does not keep %s for as long as it was ahead', async (_, action, reply) => {
    const token = `Bearer ${await issuer.token()}`;
    expect((await send(token)).statusCode).toBe(200);
    gateway.clock.advanceMs(-stepMs);
    gateway.services.answers.set(action, () => reply);
    expect(codeIn(await send(token))).toBe('invalid_token');
  });

  it('fetches keys again after a failure that lies ahead', async () => {
    const token = `Bearer ${await issuer.token()}`;
    gateway.services.answers.set('accounts.jwks', () => ({ fault: 'unavailable' }));
    expect(codeIn(await send(token))).toBe('unavailable');
    gateway.clock.advanceMs(-stepMs);
    gateway.services.answers.set('accounts.jwks', () => ({ ok: { keys: issuer.published } }));
    expect((await send(token)).statusCode).toBe(200);
  });
});
