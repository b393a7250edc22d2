/**
 * Encryption at rest: AES-256-GCM with a key derived per purpose, and keyed hashes. `secrets` is the
 * value of `SVC_SECRET` (`key-ring.ts`).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { keysFor } from './key-ring.ts';

/** Returns `v1.<iv>.<tag>.<ciphertext>.<key id>`, the parts in base64url. */
export function encrypt(secrets: string, purpose: string, plain: string): string {
  const [{ id, key }] = keysFor(secrets, purpose);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  const parts = [iv, cipher.getAuthTag(), body].map((bytes) => bytes.toString('base64url'));
  return ['v1', ...parts, id].join('.');
}

/** Throws if the text was altered, or encrypted under another secret or purpose. */
export function decrypt(secrets: string, purpose: string, encrypted: string): string {
  const [version, iv, tag, body, id] = encrypted.split('.');
  if (version !== 'v1' || !iv || !tag || body === undefined)
    throw new Error('not an encrypted text');
  const known = keysFor(secrets, purpose);
  // Texts of earlier versions name no key.
  const candidates = id === undefined ? known : known.filter((each) => each.id === id);
  for (const { key } of candidates) {
    const plain = opened(key, { iv, tag, body });
    if (plain !== undefined) return plain;
  }
  throw new Error('encrypted under another secret or purpose, or altered');
}

function opened(key: Buffer, text: { iv: string; tag: string; body: string }): string | undefined {
  const bytes = (part: string) => Buffer.from(part, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes(text.iv), { authTagLength: 16 });
  try {
    decipher.setAuthTag(bytes(text.tag));
    return Buffer.concat([decipher.update(bytes(text.body)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** HMAC-SHA-256 in hex: looks a secret up without storing it. */
export const keyedHash = (secrets: string, purpose: string, text: string): string =>
  hmac(keysFor(secrets, purpose)[0].key, text).toString('hex');

/** Whether this is the keyed hash of the text under one of the secrets; in constant time. */
export function isKeyedHash(
  hash: string,
  { secrets, purpose, text }: { secrets: string; purpose: string; text: string },
): boolean {
  const hashKeys = keysFor(secrets, purpose).map(({ key }) => key);
  return isHashUnder(hash, hashKeys, text);
}

/** The keys that keyed hashes of a purpose may have, to verify them when the secrets are gone. */
export const hashKeys = (secrets: string, purpose: string): readonly Buffer[] =>
  keysFor(secrets, purpose).map(({ key }) => key);

export function isHashUnder(hash: string, under: readonly Buffer[], text: string): boolean {
  const given = Buffer.from(hash, 'hex');
  // Compares all of them, so that the time does not reveal which one matched.
  const same = under.map((key) => given.length === 32 && timingSafeEqual(given, hmac(key, text)));
  return same.includes(true);
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
