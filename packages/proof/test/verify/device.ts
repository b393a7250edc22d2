/** A courier's device that signs actions, as its app does. */
import {
  CompactSign,
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
} from 'jose';
import { type DeviceClaims, deviceSignatureType } from '../../src/verify/device-signature.ts';

export interface TestDevice {
  id: string;
  jwk: { kty: string; crv: string; x: string; y: string };
  thumbprint: string;
  sign: (claims: object, header?: object) => Promise<string>;
}

export async function newDevice(id: string): Promise<TestDevice> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const { kty = '', crv = '', x = '', y = '' } = await exportJWK(publicKey);
  const jwk = { kty, crv, x, y };
  const thumbprint = await calculateJwkThumbprint(jwk);
  const sign = (claims: object, header: object = {}) => signed({ jwk, privateKey }, claims, header);
  return { id, jwk, thumbprint, sign };
}

const signed = (
  { jwk, privateKey }: { jwk: object; privateKey: CryptoKey },
  claims: object,
  header: object,
): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'ES256', typ: deviceSignatureType, jwk, ...header })
    .sign(privateKey);

export const claimsOf = (
  { id }: Pick<TestDevice, 'id'>,
  fields: Partial<DeviceClaims>,
): DeviceClaims => ({
  iss: id,
  jti: 'key-1',
  job_id: 'job_1',
  action: 'collect',
  at: '2026-11-02T08:30:00.000Z',
  device_at: '2026-11-02T08:27:13.004Z',
  seal: null,
  files: [],
  body: `hmac-sha256:${'7e'.repeat(32)}`,
  ...fields,
});
