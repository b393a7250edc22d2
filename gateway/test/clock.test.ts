/** The clock of a gateway steps by ten minutes and back, while that of the services is right. */
import { heldClock } from '@svc/kit/clock';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, start, type UnderTest } from './gateway-under-test.ts';
import { createIssuer, type Issuer } from './issuer.ts';
import { codeIn } from './requests.ts';

const stepMs = 600_000;
let gateway: UnderTest;
let issuer: Issuer;
beforeEach(async () => {
  issuer = await createIssuer(heldClock(start));
  gateway = await gatewayUnderTest({ issuer });
});

const ask = (token: string) =>
  gateway.app.inject({ url: '/v1/jobs', headers: { authorization: `Bearer ${token}` } });
const statusOf = async (token: string) => (await ask(token)).statusCode;

describe('a gateway', () => {
  it('set back does not keep a withdrawn key for as long as it was ahead', async () => {
    const token = await issuer.token();
    gateway.clock.advanceMs(stepMs);
    expect(await statusOf(token)).toBe(200);
    gateway.clock.advanceMs(-stepMs);
    gateway.services.answers.set('accounts.jwks', () => ({ ok: { keys: [] } }));
    expect(codeIn(await ask(token))).toBe('invalid_token');
  });

  it('set back does not keep a revoked client', async () => {
    const token = await issuer.token({ client: 'cli_gone' });
    gateway.clock.advanceMs(stepMs);
    expect(await statusOf(token)).toBe(200);
    gateway.clock.advanceMs(-stepMs);
    const gone = { ok: { client_ids: ['cli_gone'] } };
    gateway.services.answers.set('accounts.listRevokedClients', () => gone);
    expect(codeIn(await ask(token))).toBe('invalid_token');
  });

  it('set back fetches keys again after a failure that lies ahead', async () => {
    const token = await issuer.token();
    gateway.clock.advanceMs(stepMs);
    gateway.services.answers.set('accounts.jwks', () => ({ fault: 'unavailable' }));
    expect(codeIn(await ask(token))).toBe('unavailable');
    gateway.clock.advanceMs(-stepMs);
    gateway.services.answers.set('accounts.jwks', () => ({ ok: { keys: issuer.published } }));
    expect(await statusOf(token)).toBe(200);
  });
});
