import { tokenLifeSeconds } from '@svc/contracts';

/**
 * State machine of a signing key; the state follows from time alone.
 *
 * - **published**: in the key set, does not sign yet: verifiers are learning it.
 * - **active**: signs. The key that began to sign last.
 * - **retired**: a later key signs; tokens it signed may still be valid.
 * - **removed**: none of its tokens can be valid any more, or the key was withdrawn because it may
 *   have leaked.
 */
export interface TokenSigningKey {
  kid: string;
  published_at: Date;
  signs_from: Date;
}

export interface TokenPublicJwk {
  kid: string;
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  alg: 'ES256';
  use: 'sig';
}

/** Stored form: the private half is encrypted. */
export interface EncryptedTokenSigningKey extends TokenSigningKey {
  public_jwk: TokenPublicJwk;
  encrypted_private_jwk: string;
}

export type KeyState = 'published' | 'active' | 'retired' | 'removed';

/** Verifiers keep a fetched key set for at most this long. */
const publicationLeadMs = 60 * 60 * 1000;
/** Between the clocks of those who sign and those who verify. */
const clockToleranceMs = 60_000;
const rotationMs = 30 * 24 * 60 * 60 * 1000;

/** The active key: the latest of those whose signing period has begun. */
export const activeKey = <K extends TokenSigningKey>(
  keys: readonly K[],
  now: Date,
): K | undefined =>
  keys.filter((key) => key.signs_from <= now).reduce<K | undefined>(later, undefined);

/** The active key; if the clock is behind all keys, the one that begins first. */
export const signingKey = <K extends TokenSigningKey>(
  keys: readonly K[],
  now: Date,
): K | undefined =>
  activeKey(keys, now) ??
  keys.reduce<K | undefined>((a, b) => (a && later(a, b) === b ? a : b), undefined);

/** Tokens issued at or before this time have expired for every verifier. */
export const tokensEndBefore = (now: Date): Date =>
  new Date(now.getTime() - tokenLifeSeconds * 1000 - clockToleranceMs);

/** A key stops signing when the next one begins, and is shown for a token's life after that. */
export function keyState(
  key: TokenSigningKey,
  keys: readonly TokenSigningKey[],
  now: Date,
): KeyState {
  if (key.signs_from > now) return 'published';
  if (activeKey(keys, now)?.kid === key.kid) return 'active';
  const stoppedMs = Math.min(
    ...keys.filter((other) => begins(other) > begins(key)).map((other) => begins(other)),
  );
  const shownUntilMs = stoppedMs + tokenLifeSeconds * 1000 + clockToleranceMs;
  return now.getTime() < shownUntilMs ? 'retired' : 'removed';
}

/**
 * A new key waits until every verifier has it, unless it is wanted immediately or no other signs.
 */
export function signsFrom(keys: readonly TokenSigningKey[], now: Date, immediately: boolean): Date {
  if (immediately || !activeKey(keys, now)) return now;
  return new Date(now.getTime() + publicationLeadMs);
}

/** A new key is due 30 days after the last one was published. */
export const rotationDue = (keys: readonly TokenSigningKey[], now: Date): boolean =>
  keys.every((key) => now.getTime() - key.published_at.getTime() >= rotationMs);

/** Keys of the public key set: all but the removed, newest first. */
export const publishedKeys = <K extends TokenSigningKey>(keys: readonly K[], now: Date): K[] =>
  keys
    .filter((key) => keyState(key, keys, now) !== 'removed')
    .sort((a, b) => begins(b) - begins(a));

const begins = (key: TokenSigningKey): number => key.signs_from.getTime();

const later = <K extends TokenSigningKey>(a: K | undefined, b: K): K =>
  a && (begins(a) > begins(b) || (begins(a) === begins(b) && a.kid > b.kid)) ? a : b;
