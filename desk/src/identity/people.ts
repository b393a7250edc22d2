/** The person of a session token, as accounts knows it: cached for seconds, never kept. */
import { hash } from 'node:crypto';
import type { Person } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { type Clock, isFresh } from '@svc/kit/clock';
import { newId } from '@svc/kit/ids';
import { CallFault } from '@svc/kit/refusal';
import type { CallMeta, Transport } from '@svc/kit/transport';
import { LRUCache } from 'lru-cache';
import { ownCalls } from './own-calls.ts';

/** Cache TTL, ms: a session that was ended elsewhere is accepted for at most this long. */
const cacheMs = 10_000;
const cacheMax = 5_000;
/** Separate cache: unknown tokens must not evict people. */
const unknownMax = 1_000;
/** Concurrent look-ups of tokens that are not known; more are answered as if accounts were away. */
const lookupsMax = 64;

export interface People {
  /**
   * Undefined for a token without a session. A look-up that is no use leaves the idle end of the session
   * as it is. Throws `CallFault` while accounts is away.
   */
  find(token: string, meta: CallMeta, isUse: boolean): Promise<Person | undefined>;
  /**
   * Past the cache, and no use of the session: undefined when it has ended. Throws `CallFault` while
   * accounts is away.
   */
  check(token: string): Promise<Person | undefined>;
  /** Whether the token was of a session when it was last looked up. */
  isKnown(token: string): boolean;
  /** After a command that may have ended sessions of the tenant or changed roles in it. */
  invalidate(tenant: string): void;
}

const digestOf = (token: string): string => hash('sha256', token, 'base64');

interface Known {
  person: Person | undefined;
  atMs: number;
  /** Of the last look-up that accounts counted as a use. */
  usedAtMs: number;
}
type Cache = LRUCache<string, Known>;
const never = Number.NEGATIVE_INFINITY;

interface LookUp {
  token: string;
  digest: string;
  isUse: boolean;
}

const deskMeta = { tenant: '', actor: 'desk' };

export function createPeople(transport: Transport, clock: Clock): People {
  const signedIn: Cache = new LRUCache({ max: cacheMax });
  const unknown: Cache = new LRUCache({ max: unknownMax });
  const lookups = new Map<string, Promise<Person | undefined>>();
  /** A look-up that began before `invalidate` is not kept. */
  let generation = 0;

  const ask = async (input: { token: string; is_use: boolean }, meta: CallMeta) =>
    (await createClients(ownCalls, transport, meta).accounts.findPerson(input)).person ?? undefined;
  const lookUp = async ({ token, digest, isUse }: LookUp, meta: CallMeta) => {
    const atMs = clock.now().getTime();
    const begun = generation;
    const person = await ask({ token, is_use: isUse }, meta);
    if (!person) signedIn.delete(digest);
    const usedAtMs = isUse ? atMs : (signedIn.peek(digest)?.usedAtMs ?? never);
    if (begun === generation) {
      (person ? signedIn : unknown).set(digest, { person, atMs, usedAtMs });
    }
    return person;
  };
  const isCurrent = ({ person, atMs, usedAtMs }: Known, isUse: boolean): boolean =>
    isFresh(isUse && person ? usedAtMs : atMs, cacheMs, clock.now());
  return {
    isKnown: (token) => signedIn.has(digestOf(token)),
    find: async (token, meta, isUse) => {
      const digest = digestOf(token);
      const known = signedIn.get(digest) ?? unknown.get(digest);
      if (known && isCurrent(known, isUse)) return known.person;
      const key = `${digest} ${isUse}`;
      const running = lookups.get(key);
      if (running) return running;
      if (lookups.size >= lookupsMax && !signedIn.has(digest)) {
        throw new CallFault('unavailable', 'too many look-ups');
      }
      const lookup = lookUp({ token, digest, isUse }, meta).finally(() => {
        if (lookups.get(key) === lookup) lookups.delete(key);
      });
      lookups.set(key, lookup);
      return lookup;
    },
    check: (token) =>
      ask({ token, is_use: false }, { ...deskMeta, requestId: newId('req_', clock.now()) }),
    invalidate: (tenant) => {
      generation += 1;
      for (const entry of signedIn.values()) {
        if (entry.person?.tenant.id === tenant)
          Object.assign(entry, { atMs: never, usedAtMs: never });
      }
      lookups.clear();
    },
  };
}
