/**
 * Secrets of clients, API keys and sessions: random, shown once, stored as hashes; those of clients and
 * keys as keyed ones.
 *
 * A hash cannot be recomputed under another secret without its text. When the service's secret is
 * replaced, a row gets its hash together with the keys it may be under, encrypted; it is then
 * re-encrypted like anything else.
 */
import { hash as digest, randomBytes } from 'node:crypto';
import { decrypt, hashKeys, isHashUnder, keyedHash } from '@svc/kit/encryption';
import { z } from 'zod';

/** 256 bits, safe in a form body and in a Basic header. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/**
 * SHA-256, hex. A session is found by it, so it is bound to no id; 256 random bits need neither salt
 * nor a slow hash.
 */
export const tokenHash = (token: string): string => digest('sha256', token);

export interface Secret {
  kind: 'client' | 'api_key';
  id: string;
  secret: string;
}

export const purposeOf = (kind: Secret['kind']): string => `${kind}-secret`;
const hashedText = ({ id, secret }: Secret): string => `${id}\n${secret}`;

/** HMAC-SHA-256, bound to the id: a hash copied to another row matches no secret. */
export const hashSecret = (given: Secret, secrets: string): string =>
  keyedHash(secrets, purposeOf(given.kind), hashedText(given));

const kept = z.object({ hash: z.string(), keys: z.array(z.base64()) });

/** The content of a row that is encrypted: its hash and the keys that it may be under. */
export const keptHash =
  (kind: Secret['kind']) =>
  (hash: string, secrets: string): string => {
    const keys = hashKeys(secrets, purposeOf(kind)).map((key) => key.toString('base64'));
    return JSON.stringify({ hash, keys } satisfies z.input<typeof kept>);
  };

/** Constant time: hashes and compares for unknown ids too, so that timing reveals no ids. */
export function secretMatches(given: Secret, stored: string | undefined, secrets: string): boolean {
  const purpose = purposeOf(given.kind);
  const { hash, keys } = stored?.startsWith('v1.')
    ? openedHash(decrypt(secrets, purpose, stored))
    : { hash: stored ?? nothing, keys: hashKeys(secrets, purpose) };
  return isHashUnder(hash, keys, hashedText(given)) && stored !== undefined;
}

interface StoredHashes {
  secret_hash: string;
  old_secret_hash: string | null;
}

/** Returns which of its secrets was given; both are always compared. */
export function matchedSecret(
  given: Secret,
  stored: StoredHashes | undefined,
  secrets: string,
): 'current' | 'old' | undefined {
  const isCurrent = secretMatches(given, stored?.secret_hash, secrets);
  const isOld = secretMatches(given, stored?.old_secret_hash ?? undefined, secrets);
  if (isCurrent) return 'current';
  return isOld ? 'old' : undefined;
}

function openedHash(text: string): { hash: string; keys: readonly Buffer[] } {
  const { hash, keys } = kept.parse(JSON.parse(text));
  return { hash, keys: keys.map((key) => Buffer.from(key, 'base64')) };
}

const nothing = '00'.repeat(32);
