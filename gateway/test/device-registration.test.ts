import type { Reply } from '@svc/kit/transport';
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { expectRateLimitHeaders } from './requests.ts';

let gateway: UnderTest;
let jwk: Awaited<ReturnType<typeof exportJWK>>;
let privateKey: CryptoKey;
beforeEach(async () => {
  gateway = await gatewayUnderTest();
  const pair = await generateKeyPair('ES256', { extractable: true });
  privateKey = pair.privateKey;
  jwk = await exportJWK(pair.publicKey);
  answer({ ok: { client_id: 'cdv_1', issued_at: '2026-11-02T08:00:00.000Z' } });
});

const answer = (reply: Reply) =>
  gateway.services.answers.set('accounts.registerDevice', () => reply);
const metadata = () => ({
  client_name: 'Phone',
  token_endpoint_auth_method: 'private_key_jwt',
  jwks: { keys: [{ ...jwk, ext: true, key_ops: ['verify'] }] },
});
const bearer = { authorization: 'Bearer enrolment' };
const register = (body: object | string, headers: Record<string, string> = bearer) =>
  gateway.app.inject({
    method: 'POST',
    url: '/oauth/register',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
const asked = () => gateway.services.calls.find(({ action }) => action === 'registerDevice')?.input;

describe('a registration', () => {
  it('answers as RFC 7591 has it', async () => {
    const response = await register({ ...metadata(), software_id: 'ignored' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      client_id: 'cdv_1',
      client_id_issued_at: Date.parse('2026-11-02T08:00:00Z') / 1_000,
      client_name: 'Phone',
      token_endpoint_auth_method: 'private_key_jwt',
      grant_types: ['client_credentials'],
      scope: 'ops:courier',
    });
    expect(response.headers['cache-control']).toBe('no-store');
    expectRateLimitHeaders(response);
    const { kty, crv, x, y } = jwk;
    const public_key = { kty, crv, x, y };
    expect(asked()).toEqual({ initial_access_token: 'enrolment', name: 'Phone', public_key });
  });

  it.each<[string, () => object | string]>([
    ['no JSON', () => '{'],
    ['no object', () => '[]'],
    ['nothing', () => ''],
    ['no name', () => ({ ...metadata(), client_name: '' })],
    ['a secret', () => ({ ...metadata(), token_endpoint_auth_method: 'client_secret_post' })],
    ['another grant', () => ({ ...metadata(), grant_types: ['password'] })],
    ['two keys', () => ({ ...metadata(), jwks: { keys: [jwk, jwk] } })],
    ['no key', () => ({ ...metadata(), jwks: { keys: [] } })],
    ['another curve', () => ({ ...metadata(), jwks: { keys: [{ ...jwk, crv: 'P-384' }] } })],
  ])('with %s is refused', async (_name, body) => {
    const response = await register(body());
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: 'invalid_client_metadata' });
    expect(asked()).toBeUndefined();
  });

  it('with the private half of the key is refused, and names no part of it', async () => {
    const whole = await exportJWK(privateKey);
    const response = await register({ ...metadata(), jwks: { keys: [whole] } });
    expect(response.json()).toMatchObject({ error: 'invalid_client_metadata' });
    expect(response.body).toContain('private half');
    expect(response.body).not.toContain(whole.d);
    expect(asked()).toBeUndefined();
  });

  it.each([
    ['without a token', {}],
    ['with Basic', { authorization: 'Basic eDp5' }],
  ])('is refused when it comes %s', async (_name, headers) => {
    const response = await register(metadata(), headers);
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer /);
    expect(asked()).toBeUndefined();
  });

  it('is refused where accounts refuses it', async () => {
    answer({ ok: { error: 'invalid_token' } });
    expect((await register(metadata())).statusCode).toBe(401);
    answer({ ok: { error: 'invalid_client_metadata' } });
    expect((await register(metadata())).statusCode).toBe(400);
    answer({ invalid: [{ path: ['initial_access_token'], code: 'too_big', message: 'long' }] });
    expect((await register(metadata())).statusCode).toBe(401);
  });
});
