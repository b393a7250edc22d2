import { type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import type { TokenParts } from './issuer.ts';
import { codeIn } from './requests.ts';

let gateway: UnderTest;

beforeEach(async () => {
  gateway = await gatewayUnderTest();
});

const send = (authorization: string) =>
  gateway.app.inject({ url: '/v1/jobs', headers: { authorization } });
const withToken = async (parts?: TokenParts) => send(`Bearer ${await gateway.issuer.token(parts)}`);
const keyFetches = () => gateway.services.calls.filter(({ action }) => action === 'jwks').length;

const claims = {
  client_id: 'cli_1',
  tenant_id: 'ten_a',
  scope: 'jobs:read',
  sub: 'cli_1',
  iss: 'https://api.example.test',
  aud: 'svc-api',
  jti: 't',
};

describe('a token is taken', () => {
  it('and says whose data and which client', async () => {
    expect((await withToken({ tenant: 'ten_b', client: 'cli_9' })).statusCode).toBe(200);
    expect(gateway.services.callsOfUsers()[0]?.meta).toMatchObject({
      tenant: 'ten_b',
      actor: 'cli_9',
    });
  });

  it.each(['bearer', 'BEARER', 'Bearer '])('with the scheme spelled %j', async (scheme) => {
    expect((await send(`${scheme} ${await gateway.issuer.token()}`)).statusCode).toBe(200);
  });

  it('until five seconds after it expired, also when it is remembered', async () => {
    const authorization = `Bearer ${await gateway.issuer.token({ expiresInSeconds: 60 })}`;
    expect((await send(authorization)).statusCode).toBe(200);
    gateway.clock.advanceMs(64_000);
    expect((await send(authorization)).statusCode).toBe(200);
    gateway.clock.advanceMs(2_000);
    expect(codeIn(await send(authorization))).toBe('invalid_token');
  });

  it('of an issuer whose clock is a little ahead', async () => {
    expect((await withToken({ aheadSeconds: 60 })).statusCode).toBe(200);
  });

  it('with an API key beside it, and decides alone', async () => {
    const headers = {
      authorization: `Bearer ${await gateway.issuer.token()}`,
      'x-api-key': 'nonsense',
    };
    const response = await gateway.app.inject({ url: '/v1/jobs', headers });
    expect(response.statusCode).toBe(200);
  });
});

describe('a token is refused', () => {
  it.each<[string, TokenParts]>([
    ['that expired', { expiresInSeconds: -6 }],
    ['of another issuer', { issuer: 'https://evil.example.test' }],
    ['for another audience', { audience: 'other-api' }],
    ['of another type', { type: 'JWT' }],
    ['of a certificate', { type: 'svc-certificate+jwt' }],
    ['that is not valid yet', { claims: { nbf: 4_000_000_000 } }],
    ['without a tenant', { claims: { tenant_id: undefined } }],
    ['with a client that is no text', { claims: { client_id: { $ne: '' } } }],
    ['without scopes', { claims: { scope: undefined } }],
    ['that names no known key', { kid: 'sig_unknown' }],
    ['that is to live longer than 15 minutes', { expiresInSeconds: 906 }],
    ['that is to live for years', { expiresInSeconds: 315_360_000 }],
    ['of the far future', { aheadSeconds: 61 }],
  ])('%s', async (_name, parts) => {
    const response = await withToken(parts);
    expect(codeIn(response)).toBe('invalid_token');
    expect(response.headers['www-authenticate']).toBe(
      'Bearer realm="svc-api", error="invalid_token"',
    );
    expect(gateway.services.callsOfUsers()).toEqual([]);
  });

  it.each([
    'Bearer',
    'Bearer x',
    'Bearer a.b.c',
    'Basic eDp5',
    'nonsense',
    `Bearer ${'x'.repeat(9_000)}`,
  ])('that is none: %s', async (authorization) => {
    expect(codeIn(await send(authorization))).toBe('invalid_token');
  });

  it('that is not signed', async () => {
    const token = new UnsecuredJWT(claims).setExpirationTime('1h').encode();
    expect(codeIn(await send(`Bearer ${token}`))).toBe('invalid_token');
  });

  it('signed with HMAC under the public key', async () => {
    const [jwk] = gateway.issuer.published;
    const secret = new TextEncoder().encode(JSON.stringify(jwk));
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'sig_1' })
      .setExpirationTime('1h')
      .sign(secret);
    expect(codeIn(await send(`Bearer ${token}`))).toBe('invalid_token');
  });

  it('whose claims were altered', async () => {
    const [head, body = '', signature] = (await gateway.issuer.token()).split('.');
    const altered = JSON.parse(Buffer.from(body, 'base64url').toString());
    altered.tenant_id = 'ten_b';
    const forged = Buffer.from(JSON.stringify(altered)).toString('base64url');
    expect(codeIn(await send(`Bearer ${head}.${forged}.${signature}`))).toBe('invalid_token');
  });

  it('with another text of its signature', async () => {
    const token = await gateway.issuer.token();
    // 64 bytes leave four bits of the last character unused.
    const twin = String.fromCharCode((token.at(-1)?.charCodeAt(0) ?? 0) + 1);
    for (const other of [`${token}==`, `${token}=`, token.slice(0, -1) + twin]) {
      expect(codeIn(await send(`Bearer ${other}`))).toBe('invalid_token');
    }
    expect((await send(`Bearer ${token}`)).statusCode).toBe(200);
  });

  it('with an empty header as if there were none', async () => {
    expect(codeIn(await send(''))).toBe('missing_api_key');
  });
});

describe('signing keys', () => {
  it('are fetched once for all who wait', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, i) => gateway.issuer.token({ client: `cli_${i}` })),
    );
    const responses = await Promise.all(tokens.map((token) => send(`Bearer ${token}`)));
    expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(keyFetches()).toBe(1);
  });

  it('are fetched again for a new key, and forgotten when withdrawn', async () => {
    const old = await gateway.issuer.token({ client: 'cli_old' });
    await withToken();
    await gateway.issuer.rotate();
    gateway.clock.advanceMs(10_000);
    expect((await withToken({ client: 'cli_new' })).statusCode).toBe(200);
    expect(codeIn(await send(`Bearer ${old}`))).toBe('invalid_token');
    expect(keyFetches()).toBe(2);
  });

  it('are fetched at most once in ten seconds for keys that nobody knows', async () => {
    for (let i = 0; i < 30; i += 1) await withToken({ kid: `sig_${i}x` });
    expect(keyFetches()).toBe(1);
    gateway.clock.advanceMs(10_000);
    for (let i = 0; i < 30; i += 1) await withToken({ kid: `sig_${i}x` });
    expect(keyFetches()).toBe(2);
  });

  it('that cannot be had make the API unavailable, not the token bad', async () => {
    gateway.services.answers.set('accounts.jwks', () => ({ fault: 'unavailable' }));
    expect(codeIn(await withToken())).toBe('unavailable');
    expect(codeIn(await withToken())).toBe('unavailable');
    expect(keyFetches()).toBe(1);
    const { published } = gateway.issuer;
    gateway.services.answers.set('accounts.jwks', () => ({ ok: { keys: published } }));
    gateway.clock.advanceMs(1_000);
    expect((await withToken()).statusCode).toBe(200);
  });

  it('that are withdrawn end what they signed within a minute, used or not', async () => {
    const used = `Bearer ${await gateway.issuer.token({ client: 'cli_used' })}`;
    const idle = `Bearer ${await gateway.issuer.token({ client: 'cli_idle' })}`;
    expect([(await send(used)).statusCode, (await send(idle)).statusCode]).toEqual([200, 200]);
    await gateway.issuer.rotate();
    gateway.clock.advanceMs(30_000);
    // Looks again in the background.
    await send(used);
    await expect.poll(async () => (await send(used)).statusCode).toBe(401);
    expect(codeIn(await send(idle))).toBe('invalid_token');
  });

  it('that are a minute old are looked at before they are used', async () => {
    const token = `Bearer ${await gateway.issuer.token()}`;
    expect((await send(token)).statusCode).toBe(200);
    await gateway.issuer.rotate();
    gateway.clock.advanceMs(60_000);
    expect(codeIn(await send(token))).toBe('invalid_token');
  });

  it('that change are looked at as soon as accounts says so', async () => {
    const token = `Bearer ${await gateway.issuer.token()}`;
    expect((await send(token)).statusCode).toBe(200);
    await gateway.issuer.rotate();
    gateway.services.broadcast('accounts.credentials', { signing_keys_changed: true });
    expect(codeIn(await send(token))).toBe('invalid_token');
    expect((await withToken({ client: 'cli_new' })).statusCode).toBe(200);
  });

  it('that are already known serve while accounts is away', async () => {
    await withToken();
    gateway.services.answers.set('accounts.jwks', () => ({ fault: 'unavailable' }));
    gateway.clock.advanceMs(3_600_000);
    expect((await withToken({ client: 'cli_2' })).statusCode).toBe(200);
  });

  it.each<[string, JWK[]]>([
    ['malformed', [{ kid: 'sig_1', kty: 'EC', crv: 'P-256', x: '!', y: '!' }]],
    ['of another kind', [{ kid: 'sig_1', kty: 'oct', k: 'AAAA' }]],
  ])('that are %s verify nothing', async (_name, keys) => {
    gateway.services.answers.set('accounts.jwks', () => ({ ok: { keys } }));
    expect(['unavailable', 'invalid_token']).toContain(codeIn(await withToken()));
  });
});

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

  it('is known to a gateway that has just started', async () => {
    revoke('cli_1');
    expect(codeIn(await withToken())).toBe('invalid_token');
  });

  it('is not taken for one because of nonsense on the bus', async () => {
    for (const payload of [null, 7, {}, { revoked_client_id: 7 }, { signing_keys_changed: 'x' }]) {
      gateway.services.broadcast('accounts.credentials', payload);
    }
    expect((await withToken()).statusCode).toBe(200);
  });
});
