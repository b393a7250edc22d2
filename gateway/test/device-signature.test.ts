import { bodyDigest } from '@svc/proof/verify/device-signature';
import { CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import type { ApiCaller } from '../src/auth/caller.ts';
import { checkDevice } from '../src/auth/device-signature.ts';

const own = await newKey();
const other = await newKey();
const caller: ApiCaller = {
  tenant: 'ten_1',
  actor: 'cdv_1',
  scopes: new Set(['ops:courier']),
  credential: 'token',
  driverId: 'drv_1',
  keyThumbprint: own.thumbprint,
};
const { keyThumbprint: _, ...withoutKey } = caller;
const body = { type: 'scan', at: '2026-11-02T08:30:00Z', seal: 'SEAL-1', note: 'Gate “3” é' };
const salt = 'a7'.repeat(32);
const claims = {
  iss: 'cdv_1',
  jti: 'key-1',
  job_id: 'job_1',
  action: 'scan',
  at: body.at,
  device_at: '2026-11-02T08:29:00Z',
  seal: 'SEAL-1',
  files: [],
  body: bodyDigest(salt, body),
};

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const { kty = 'EC', crv = '', x = '', y = '' } = await exportJWK(publicKey);
  const jwk = { kty, crv, x, y };
  const { d } = await exportJWK(privateKey);
  return { privateKey, jwk, d, thumbprint: await calculateJwkThumbprint(publicKey) };
}
interface Change {
  key?: typeof own;
  claims?: object;
  header?: object;
}
const sign = ({ key = own, claims: changed = {}, header = {} }: Change = {}): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify({ ...claims, ...changed })))
    .setProtectedHeader({ alg: 'ES256', typ: 'svc-action+jwt', jwk: key.jwk, ...header })
    .sign(key.privateKey, { crit: { nonce: true } });
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const headersWith = (jws: string | undefined, more: object = {}) => ({
  'idempotency-key': 'key-1',
  'device-salt': salt,
  ...(jws !== undefined && { 'device-signature': jws }),
  ...more,
});
const check = (headers: object, by = caller, sent: Record<string, unknown> = body) =>
  checkDevice({ headers: { ...headers } }, by, sent);
const refusal = (code: string) => ({ problem: { code } });
const invalid = refusal('invalid_device_signature');
const required = refusal('device_signature_required');

describe('a signed action', () => {
  it('goes on with what was signed, without the salt and the digest of the body', async () => {
    const signature = await sign();
    const { iss: device_id, body: _salted, ...action } = claims;
    expect(await check(headersWith(signature))).toEqual({
      device: { device_id, device_key: own.thumbprint, signature, ...action },
    });
  });

  it('is asked of no client without a key, whose signature nothing would check', async () => {
    expect(await check({}, withoutKey)).toEqual({});
    expect(await check(headersWith(await sign()), withoutKey)).toMatchObject(invalid);
    expect(await check({ 'device-salt': salt }, withoutKey)).toMatchObject(invalid);
  });

  it('is required of a device: both headers', async () => {
    expect(await check({ 'idempotency-key': 'key-1' })).toMatchObject(required);
    expect(await check(headersWith(undefined))).toMatchObject(required);
    const headers = { 'idempotency-key': 'key-1', 'device-signature': await sign() };
    expect(await check(headers)).toMatchObject(required);
  });

  const changes: Readonly<Record<string, Change>> = {
    'by another key': { key: other },
    'under another Idempotency-Key': { claims: { jti: 'key-2' } },
    'of another device': { claims: { iss: 'cdv_2' } },
    'with a claim too many': { claims: { exp: 1 } },
    'with a claim that is not one': { claims: { files: ['sha256:00'] } },
    'of another type': { header: { typ: 'JWT' } },
    'with the private key in it': { header: { jwk: { ...own.jwk, d: own.d } } },
    'with a key that is no point': { header: { jwk: { ...own.jwk, x: own.jwk.y } } },
    'with a critical extension': { header: { crit: ['nonce'], nonce: 'n' } },
    'with another member': { header: { kid: 'k' } },
  };
  const unsigned = base64url({ alg: 'none', typ: 'svc-action+jwt', jwk: own.jwk });
  const shared = base64url({ alg: 'HS256', typ: 'svc-action+jwt', jwk: own.jwk });
  const texts: Readonly<Record<string, string>> = {
    nothing: '',
    'no JWS': 'not a jws',
    'two parts': 'e30.e30',
    'another spelling of its bytes': 'e30=.e30.e30',
    'too much': `e30.e30.${'A'.repeat(5_000)}`,
    'no signature': `${unsigned}.e30.`,
    'a shared secret': `${shared}.${base64url(claims)}.AAAA`,
  };
  it('is refused with other claims, another header or key, and as another text', async () => {
    for (const [name, change] of Object.entries(changes)) {
      expect(await check(headersWith(await sign(change))), name).toMatchObject(invalid);
    }
    for (const [name, jws] of Object.entries(texts)) {
      expect(await check(headersWith(jws)), name).toMatchObject(invalid);
    }
  });

  it('is refused for a changed body, and under another salt', async () => {
    const jws = await sign();
    const changed = { ...body, note: 'Gate 4' };
    expect(await check(headersWith(jws), caller, changed)).toMatchObject(invalid);
    const reordered = Object.fromEntries(Object.entries(body).reverse());
    expect(await check(headersWith(jws), caller, reordered)).toHaveProperty('device');
    for (const wrong of ['b8'.repeat(32), 'A7'.repeat(32), 'a7', '']) {
      const headers = headersWith(jws, { 'device-salt': wrong });
      expect(await check(headers)).toMatchObject(invalid);
    }
  });

  it('is refused without an Idempotency-Key, and sent again under another one', async () => {
    const jws = await sign();
    expect(await check(headersWith(jws, { 'idempotency-key': undefined }))).toMatchObject(invalid);
    expect(await check(headersWith(jws, { 'idempotency-key': 'key-9' }))).toMatchObject(invalid);
  });
});
