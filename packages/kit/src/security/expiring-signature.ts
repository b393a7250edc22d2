/** Signatures of links that expire: `<expiry, base 36>.<HMAC-SHA-256 of subject and expiry>`. */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from './encryption.ts';

interface SignatureKey {
  secret: string;
  purpose: string;
}

export function signUntil(subject: string, expiresAt: Date, key: SignatureKey): string {
  const expiry = expiresAt.getTime().toString(36);
  return `${expiry}.${keyedHash(key.secret, key.purpose, `${subject}.${expiry}`)}`;
}

/** False if it is forged, of another subject, or has expired. */
export function isSigned(
  subject: string,
  signature: string,
  { now, ...key }: SignatureKey & { now: Date },
): boolean {
  const [expiry = ''] = signature.split('.');
  const expiresMs = Number.parseInt(expiry, 36);
  const expected = `${expiry}.${keyedHash(key.secret, key.purpose, `${subject}.${expiry}`)}`;
  return isSameText(signature, expected) && expiresMs > now.getTime();
}

/** In constant time. */
function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
