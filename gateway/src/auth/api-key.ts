/** API keys of the live API: `svc_live_<key id>_<secret><checksum>`. */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { accounts, credentialHint, credentialTopic } from '@svc/contracts';
import { type Clock, isFresh } from '@svc/kit/clock';
import type { Transport } from '@svc/kit/transport';
import { LRUCache } from 'lru-cache';
import { problem, unavailable } from '../problem/problem.ts';
import { platformMeta } from './call-meta.ts';
import type { AuthenticationResult, UnverifiedCredential } from './caller.ts';
import { createHints } from './hints.ts';
import { challenge } from './token.ts';

/** Cache TTL, ms: a revoked key whose hint was lost is accepted for at most this long. */
const cacheMs = 10_000;
/** A hint outlives every answer that was cached, or asked for, before it. */
const hintedMs = 6 * cacheMs;
const cacheMax = 5_000;
/** Separate cache: unknown keys must not evict valid ones. */
const unknownMax = 1_000;
/** Concurrent look-ups, over all addresses. */
const lookupsMax = 64;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const form = new RegExp(`^svc_live_key_[${alphabet}]{26}_[${alphabet}]{32}[${alphabet}]{7}$`);
const checksumLength = 7;

/** Form and checksum (CRC-32 in base32) reject a mistyped key without a remote call. */
function isWellFormed(key: string): boolean {
  if (!form.test(key)) return false;
  const body = key.slice(0, -checksumLength);
  return key.endsWith(base32(crc32(body)));
}

/** `svc_live_` stands before it. */
const keyIdOf = (key: string): string => key.slice('svc_live_'.length, key.lastIndexOf('_'));

const base32 = (value: number): string =>
  Array.from({ length: checksumLength }, (_, i) =>
    alphabet.charAt(Math.floor(value / 32 ** (checksumLength - 1 - i)) % 32),
  ).join('');

const invalidKey = {
  problem: problem('invalid_api_key', { headers: { 'www-authenticate': challenge } }),
} as const satisfies AuthenticationResult;

interface CachedAnswer {
  identified: AuthenticationResult;
  atMs: number;
  /** End of a key that was replaced; without one, infinity. */
  untilMs: number;
}

export type VerifyApiKey = (key: string) => AuthenticationResult | UnverifiedCredential;

export function createApiKeyVerifier(transport: Transport, clock: Clock): VerifyApiKey {
  const revoked = createHints(hintedMs, clock);
  /** When a key was rotated or its previous secret was ended: earlier answers do not count. */
  const changed = createHints(hintedMs, clock);
  transport.subscribe(credentialTopic, (payload) => {
    const hint = credentialHint.safeParse(payload);
    if (!hint.success) return;
    if ('revoked_key_id' in hint.data) revoked.add(hint.data.revoked_key_id);
    if ('changed_key_id' in hint.data) changed.add(hint.data.changed_key_id);
  });
  type Cache = LRUCache<string, CachedAnswer>;
  const good: Cache = new LRUCache({ max: cacheMax });
  const unknown: Cache = new LRUCache({ max: unknownMax });
  const lookups = new Map<string, Promise<AuthenticationResult>>();

  const lookUp = async (key: string, digest: string): Promise<AuthenticationResult> => {
    const atMs = clock.now().getTime();
    const answer = await callAccounts(transport, key);
    if (!answer) return { problem: unavailable() };
    // Asked before it was revoked.
    const { identified, untilMs } = answer;
    if ('caller' in identified && revoked.at(keyIdOf(key)) !== undefined) return invalidKey;
    const cache = 'caller' in identified ? good : unknown;
    cache.set(digest, { identified, atMs, untilMs });
    return identified;
  };
  const coalescedLookup = (key: string, digest: string): Promise<AuthenticationResult> => {
    const known = lookups.get(digest);
    if (known !== undefined) return known;
    if (lookups.size >= lookupsMax) return Promise.resolve({ problem: unavailable() });
    const lookup = lookUp(key, digest).finally(() => lookups.delete(digest));
    lookups.set(digest, lookup);
    return lookup;
  };
  /** Asked after the key's last change, within the cache's time, and before the secret's end. */
  const isCurrent = ({ atMs, untilMs }: CachedAnswer, lastChangeMs = -Infinity): boolean =>
    atMs > lastChangeMs && clock.now().getTime() < untilMs && isFresh(atMs, cacheMs, clock.now());
  return (key) => {
    if (!isWellFormed(key)) return invalidKey;
    const digest = hash('sha256', key, 'base64');
    // Accounts is queried again, to identify the owner of the key.
    if (revoked.at(keyIdOf(key)) !== undefined) good.delete(digest);
    const known = good.get(digest) ?? unknown.get(digest);
    if (known && isCurrent(known, changed.at(keyIdOf(key)))) return known.identified;
    return { verify: () => coalescedLookup(key, digest) };
  };
}

async function callAccounts(
  transport: Transport,
  key: string,
): Promise<Omit<CachedAnswer, 'atMs'> | undefined> {
  const reply = await transport.call('accounts', 'verifyApiKey', { key }, platformMeta('api key'));
  if (!('ok' in reply)) return undefined;
  const answer = accounts.actions.verifyApiKey.output.parse(reply.ok);
  const { principal, revoked, expires_at } = answer;
  const untilMs = expires_at === null ? Infinity : Date.parse(expires_at);
  if (revoked) {
    const owner = { tenant: revoked.tenant_id, actor: revoked.client_id };
    return { identified: { ...invalidKey, owner }, untilMs };
  }
  if (!principal) return { identified: invalidKey, untilMs };
  const caller = {
    tenant: principal.tenant_id,
    actor: principal.client_id,
    scopes: new Set(principal.scopes),
    credential: 'key' as const,
  };
  return { identified: { caller }, untilMs };
}
