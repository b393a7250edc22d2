/** Secrets of clients and API keys: random, shown once, stored as keyed hashes. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '@svc/kit/encryption';

/** 256 bits, safe in a form body and in a Basic header. */
export const newClientSecret = (): string => randomBytes(32).toString('base64url');

export interface Secret {
  kind: 'client' | 'api_key';
  id: string;
  secret: string;
}

/** HMAC-SHA-256, bound to the id: a hash copied to another row opens nothing. */
export const hashSecret = ({ kind, id, secret }: Secret, key: string): string =>
  keyedHash(key, `${kind}-secret`, `${id}\n${secret}`);

/** Constant time: hashes and compares for unknown ids too, so that timing reveals no ids. */
export function secretMatches(given: Secret, stored: string | undefined, key: string): boolean {
  const actual = Buffer.from(hashSecret(given, key), 'hex');
  const expected = stored === undefined ? nothing : Buffer.from(stored, 'hex');
  return timingSafeEqual(actual, expected) && stored !== undefined;
}

const nothing = Buffer.alloc(32);
