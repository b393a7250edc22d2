/**
 * Signature of a courier's device over one action: a compact JWS of type `svc-action+jwt` whose
 * header holds the public key (docs/architecture/custody.md). The same code runs in the gateway,
 * which lets only signed actions pass, and in the verifier.
 */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { structureFault } from '@svc/text/json-structure';
import canonicalize from 'canonicalize';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { compactVerify } from 'jose/jws/compact/verify';
import { importJWK } from 'jose/key/import';
import { toHex, utf8 } from '../log/bytes.ts';
import { isCompactJws } from './certificate.ts';
import { isHash, isObject } from './event-format.ts';

export const deviceSignatureType = 'svc-action+jwt';

/** Characters; two files and the longest Idempotency-Key make about 1 400. */
export const deviceSignatureMax = 4_096;

/** Claims that the device signs: exactly these members. */
export interface DeviceClaims {
  /** The device, `cdv_…`. */
  iss: string;
  /** The Idempotency-Key of the request: one action has one. */
  jti: string;
  job_id: string;
  /** Type of the milestone, or `incident`. */
  action: string;
  /** RFC 3339: server time as the device reckons it. */
  at: string;
  /** RFC 3339, by the device's own clock. */
  device_at: string;
  seal: string | null;
  /** `sha256:` and hex digits: of the signature, then of the photo. */
  files: string[];
  /** `hmac-sha256:` and hex digits: see `bodyDigest`. */
  body: string;
}

export interface DeviceSignature {
  claims: DeviceClaims;
  /** Thumbprint of the key in the header, RFC 7638. */
  thumbprint: string;
}

/** The claims and the key that signed them, or the reason as `fault`. */
export async function openDeviceSignature(
  jws: string,
): Promise<DeviceSignature | { fault: string }> {
  if (jws.length > deviceSignatureMax) return { fault: 'it is too long' };
  if (!isCompactJws(jws)) return { fault: 'it is not a compact JWS' };
  try {
    const header: Record<string, unknown> = { ...decodeProtectedHeader(jws) };
    const fault = headerFault(header);
    if (fault) return { fault };
    const jwk = Object(header.jwk);
    const key = await importJWK(jwk, 'ES256');
    const { payload } = await compactVerify(jws, key, { algorithms: ['ES256'] });
    const text = new TextDecoder('utf-8', { fatal: true }).decode(payload);
    const claims: unknown = JSON.parse(text);
    if (!isClaims(claims) || structureFault(text))
      return { fault: 'its claims are not those of an action' };
    return { claims, thumbprint: await calculateJwkThumbprint(jwk) };
  } catch {
    return { fault: 'it does not fit its content and key' };
  }
}

/** HMAC-SHA-256 under 32 bytes in hex, over the body's canonical JSON (RFC 8785). */
export function bodyDigest(salt: string, body: unknown): string {
  const text = canonicalize(body) ?? '';
  return `hmac-sha256:${toHex(hmac(sha256, hexToBytes(salt), utf8(text)))}`;
}

/**
 * Refuses other members, so that no key comes with its private half and no critical one is ignored.
 */
function headerFault({ alg, typ, jwk, ...others }: Record<string, unknown>): string | undefined {
  if (alg !== 'ES256') return 'its algorithm is not ES256';
  if (typ !== deviceSignatureType) return `it is not a ${deviceSignatureType}`;
  const [other] = Object.keys(others);
  if (other !== undefined) return `its header has a member that it must not have`;
  const { kty, crv, x, y, ...rest } = isObject(jwk) ? jwk : {};
  const isKey = kty === 'EC' && crv === 'P-256' && isCoordinate(x) && isCoordinate(y);
  if (!isKey || Object.keys(rest).length > 0) return 'its key is not a public P-256 key';
  return undefined;
}

type Test = (value: unknown) => boolean;

const isCoordinate: Test = (value) => typeof value === 'string' && /^[\w-]{43}$/.test(value);
const isText: Test = (value) => typeof value === 'string' && value !== '' && value.length <= 255;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const isInstant: Test = (value) =>
  typeof value === 'string' && instant.test(value) && !Number.isNaN(Date.parse(value));

const members: Record<keyof DeviceClaims, Test> = {
  iss: isText,
  jti: isText,
  job_id: isText,
  action: isText,
  at: isInstant,
  device_at: isInstant,
  seal: (value) => value === null || isText(value),
  files: (value) => Array.isArray(value) && value.length <= 2 && value.every(isHash),
  body: (value) => typeof value === 'string' && /^hmac-sha256:[0-9a-f]{64}$/.test(value),
};

const isClaims = (value: unknown): value is DeviceClaims =>
  isObject(value) &&
  Object.keys(value).length === Object.keys(members).length &&
  Object.entries(members).every(([name, test]) => Object.hasOwn(value, name) && test(value[name]));
