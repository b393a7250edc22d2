/** Signatures of links that expire: `<expiry, base 36>.<HMAC-SHA-256 of subject and expiry>`. */
import { isKeyedHash, keyedHash } from './encryption.ts';

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
  const [expiry = '', hash = '', ...more] = signature.split('.');
  const expiresMs = Number.parseInt(expiry, 36);
  const { secret: secrets, purpose } = key;
  const isWellFormed = more.length === 0 && /^[0-9a-f]{64}$/.test(hash);
  const isOurs = isKeyedHash(hash, { secrets, purpose, text: `${subject}.${expiry}` });
  return isWellFormed && isOurs && expiresMs > now.getTime();
}
