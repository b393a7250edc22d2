/** Signatures of the device: compact JWS (RFC 7515) by ES256, which WebCrypto makes. */
import canonicalize from 'canonicalize';
import type { RecordedAction, SignedRequest } from '../domain/action.ts';
import { actionBody } from '../domain/action-body.ts';
import { deviceClaims, type Signer } from '../domain/device-claims.ts';
import type { EnrolledDevice } from './database.ts';

export async function signedToken(header: object, claims: object, key: CryptoKey): Promise<string> {
  const signed = [header, claims].map((part) => base64url(utf8(JSON.stringify(part)))).join('.');
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(algorithm, key, utf8(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

const saltBytes = 32;

/** Body and headers of an action whose files are filed: made once, sent as often as needed. */
export const signedAction = (
  action: RecordedAction,
  device: EnrolledDevice,
): Promise<SignedRequest> =>
  signedRequest(actionBody(action), (signer) => deviceClaims(action, signer), device);

export async function signedRequest(
  body: object,
  claimsOf: (signer: Signer) => object,
  { key, public_key, client_id }: EnrolledDevice,
): Promise<SignedRequest> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const macKey = await crypto.subtle.importKey('raw', salt, hmac, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', macKey, utf8(canonicalize(body) ?? ''));
  const claims = claimsOf({ client_id, bodyMac: hex(mac) });
  const header = { alg: 'ES256', typ: 'svc-action+jwt', jwk: public_key };
  return {
    body: JSON.stringify(body),
    signature: await signedToken(header, claims, key),
    salt: hex(salt.buffer),
  };
}

export const sha256 = async (bytes: ArrayBuffer): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', bytes));

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
