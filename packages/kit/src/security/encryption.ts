/** Encryption at rest: AES-256-GCM with a key derived per purpose (HKDF), and keyed hashes. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const keys = new Map<string, Buffer>();

function keyFor(secret: string, purpose: string): Buffer {
  const name = `${purpose}\n${secret}`;
  let key = keys.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, 'svc', purpose, 32));
    keys.set(name, key);
  }
  return key;
}

/** Returns `v1.<iv>.<tag>.<ciphertext>`, the parts in base64url. */
export function encrypt(secret: string, purpose: string, plain: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), iv);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return ['v1', ...[iv, cipher.getAuthTag(), body].map((b) => b.toString('base64url'))].join('.');
}

/** Throws if the text was altered, or encrypted under another secret or purpose. */
export function decrypt(secret: string, purpose: string, encrypted: string): string {
  const [version, iv, tag, body] = encrypted.split('.');
  if (version !== 'v1' || !iv || !tag || body === undefined)
    throw new Error('not an encrypted text');
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes(iv));
  decipher.setAuthTag(bytes(tag));
  return Buffer.concat([decipher.update(bytes(body)), decipher.final()]).toString('utf8');
}

/** HMAC-SHA-256 in hex: looks a secret up without storing it. */
export const keyedHash = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', keyFor(secret, purpose)).update(text).digest('hex');
