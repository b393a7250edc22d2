/**
 * Key ring: keys derived per purpose (HKDF-SHA-256) from `SVC_SECRET`, one secret or several of 32
 * characters or more, separated by commas. The first encrypts and hashes; all of them decrypt and
 * verify. A secret is therefore replaced in three steps, each of which leaves everything readable:
 * append the new one, move it to the front, drop the old one once everything is re-encrypted
 * (`reencryption.ts`).
 */
import { hkdfSync } from 'node:crypto';

export const secretLengthMin = 32;

interface PurposeKey {
  /** Identifies the secret without revealing it. */
  id: string;
  key: Buffer;
}

/** Cache of derived keys. */
const keys = new Map<string, readonly [PurposeKey, ...PurposeKey[]]>();

/** The keys of a purpose, the current one first. */
export function keysFor(secrets: string, purpose: string): readonly [PurposeKey, ...PurposeKey[]] {
  const name = `${purpose}\n${secrets}`;
  const known = keys.get(name);
  if (known) return known;
  const [current, ...older] = secretsIn(secrets);
  const made = [
    purposeKey(current, purpose),
    ...older.map((secret) => purposeKey(secret, purpose)),
  ] as const;
  keys.set(name, made);
  return made;
}

/** An earlier secret may have a comma in it: short parts are no secrets of their own. */
function secretsIn(text: string): readonly [string, ...string[]] {
  const [first = '', ...others] = text.split(',');
  const isList = [first, ...others].every((part) => part.length >= secretLengthMin);
  return isList ? [first, ...others] : [text];
}

const derived = (secret: string, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'svc', info, bytes));
const purposeKey = (secret: string, purpose: string): PurposeKey => ({
  id: derived(secret, 'key id', 6).toString('base64url'),
  key: derived(secret, purpose, 32),
});

/** Id of the key that encrypts now; the last part of what it encrypts. */
export const currentKeyId = (secrets: string): string => keysFor(secrets, '')[0].id;
