import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
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
  it('and says whose data and which client, though its issuer is a minute ahead', async () => {
    const parts = { tenant: 'ten_b', client: 'cli_9', aheadSeconds: 60 };
    expect((await withToken(parts)).statusCode).toBe(200);
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

  it('with an API key beside it, and decides alone', async () => {
    const headers = {
      authorization: `Bearer ${await gateway.issuer.token()}`,
      'x-api-key': 'nonsense',
    };
    const response = await gateway.app.inject({ url: '/v1/jobs', headers });
    expect(response.statusCode).toBe(200);
  });
});

const invalidTokens: Readonly<Record<string, TokenParts>> = {
  'that expired': { expiresInSeconds: -6 },
  'of another issuer': { issuer: 'https://evil.example.test' },
  'for another audience': { audience: 'other-api' },
  'of another type': { type: 'JWT' },
  'of a certificate': { type: 'svc-certificate+jwt' },
  'that is not valid yet': { claims: { nbf: 4_000_000_000 } },
  'without a tenant': { claims: { tenant_id: undefined } },
  'with a client that is no text': { claims: { client_id: { $ne: '' } } },
  'without scopes': { claims: { scope: undefined } },
  'with an unknown key id': { kid: 'sig_unknown' },
  'of a lifetime of more than 15 minutes': { expiresInSeconds: 906 },
  'of a lifetime of years': { expiresInSeconds: 315_360_000 },
  'of the far future': { aheadSeconds: 61 },
};

describe('a token is refused', () => {
  it('with invalid claims or an invalid header', async () => {
    for (const [name, parts] of Object.entries(invalidTokens)) {
      const response = await withToken(parts);
      expect(codeIn(response), name).toBe('invalid_token');
      expect(response.headers['www-authenticate']).toBe(
        'Bearer realm="svc-api", error="invalid_token"',
      );
    }
    expect(gateway.services.callsOfUsers()).toEqual([]);
  });

  it('that is none, or comes under another scheme', async () => {
    const token = await gateway.issuer.token();
    const [head, claims] = token.split('.');
    const texts = [
      ...['Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic eDp5', 'nonsense'],
      ...[`Bearer ${'x'.repeat(9_000)}`, `Basic ${token}`, `Bearer ${token} ${token}`],
      ...[`Bearer ${head}.${claims}.`, `Bearer ${token.slice(0, -4)}`],
      `Bearer ${token}.${head}.${claims}`,
    ];
    for (const text of texts) expect(codeIn(await send(text)), text).toBe('invalid_token');
  });

  it('that is forged with another key', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const header = { alg: 'ES256', typ: 'at+jwt', kid: 'sig_1' };
    const expiring = () => new SignJWT(claims).setExpirationTime('1h');
    const [jwk] = gateway.issuer.published;
    const secret = new TextEncoder().encode(JSON.stringify(jwk));
    const [head, body = '', signature] = (await gateway.issuer.token()).split('.');
    const other = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), tenant_id: 'ten_b' };
    const { kid: _absent, ...withoutKid } = header;
    const forged = {
      'without signature': new UnsecuredJWT(claims).setExpirationTime('1h').encode(),
      'signed with the public key': await expiring()
        .setProtectedHeader({ ...header, alg: 'HS256' })
        .sign(secret),
      'with other claims': `${head}.${Buffer.from(JSON.stringify(other)).toString('base64url')}.${signature}`,
      'signed by another key': await expiring().setProtectedHeader(header).sign(privateKey),
      'with a key of its own': await expiring()
        .setProtectedHeader({ ...header, jwk: await exportJWK(publicKey) })
        .sign(privateKey),
      'without a key id': await expiring().setProtectedHeader(withoutKid).sign(privateKey),
    };
    for (const [name, token] of Object.entries(forged)) {
      expect(codeIn(await send(`Bearer ${token}`)), name).toBe('invalid_token');
    }
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
