/** Keys of couriers' devices, and the assertions that they sign: private_key_jwt (RFC 7523). */
import { type DevicePublicKey, opaqueId } from '@svc/contracts';
import { calculateJwkThumbprint, decodeJwt, importJWK, jwtVerify } from 'jose';
import type { Config } from '../config.ts';
import { type Assertion, assertionLifeMaxS, clockToleranceS } from '../domain/courier-device.ts';

/** SHA-256, base64url; undefined where the point is not on the curve. */
export async function thumbprintOf(key: DevicePublicKey): Promise<string | undefined> {
  try {
    await importJWK(key, 'ES256');
  } catch {
    return undefined;
  }
  return calculateJwkThumbprint(key);
}

/** The device that the request claims to be from, unproved; undefined if the text is not an id. */
export function claimedDevice(assertion: string): string | undefined {
  try {
    return opaqueId.safeParse(decodeJwt(assertion).sub).data;
  } catch {
    return undefined;
  }
}

interface Expected {
  id: string;
  key: DevicePublicKey;
  now: Date;
  config: Config;
}

/** Undefined unless the device signed it, for this server, for the next minutes at most. */
export async function verifyAssertion(
  assertion: string,
  { id, key, now, config }: Expected,
): Promise<Assertion | undefined> {
  const issuer = config.SVC_AUTH_URL;
  try {
    const { payload } = await jwtVerify(assertion, await importJWK(key, 'ES256'), {
      algorithms: ['ES256'],
      issuer: id,
      subject: id,
      audience: [issuer, `${issuer}/oauth/token`],
      requiredClaims: ['exp', 'jti'],
      clockTolerance: clockToleranceS,
      currentDate: now,
    });
    const { exp = 0, jti = '' } = payload;
    const livesTooLong = exp * 1_000 > now.getTime() + assertionLifeMaxS * 1_000;
    if (livesTooLong || !/^[\w-]{8,100}$/.test(jti)) return undefined;
    return { jti, expires_at: new Date((exp + clockToleranceS) * 1_000) };
  } catch {
    return undefined;
  }
}
