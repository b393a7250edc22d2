/** The person of a session token, as accounts knows it: cached for seconds, never kept. */
import { hash } from 'node:crypto';
import type { Person } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { type Clock, isFresh } from '@svc/kit/clock';
import { newId } from '@svc/kit/ids';
import { CallFault } from '@svc/kit/reply';
import type { CallMeta, Transport } from '@svc/kit/transport';
import { LRUCache } from 'lru-cache';
import { ownCalls } from '../calls.ts';

/** Cache TTL, ms: a session that was ended elsewhere is accepted for at most this long. */
const cacheMs = 10_000;
const cacheMax = 5_000;
/** Separate cache: unknown tokens must not evict people. */
const unknownMax = 1_000;
/** Concurrent look-ups; more are answered as if accounts were away. */
const lookupsMax = 64;

export interface People {
  /** Undefined for a token without a session. Throws `CallFault` while accounts is away. */
  find(token: string, meta: CallMeta): Promise<Person | undefined>;
  /**
   * Past the cache, and no use of the session: undefined when it has ended. Throws `CallFault` while
   * accounts is away.
   */
  check(token: string): Promise<Person | undefined>;
  /** Whether the token was of a session when it was last looked up. */
  isKnown(token: string): boolean;
  /** After a command that may have ended sessions or changed roles. */
  forget(): void;
}

const digestOf = (token: string): string => hash('sha256', token, 'base64');

type Cache = LRUCache<string, { person: Person | undefined; atMs: number }>;

export function createPeople(transport: Transport, clock: Clock): People {
  const signedIn: Cache = new LRUCache({ max: cacheMax });
  const unknown: Cache = new LRUCache({ max: unknownMax });
  const lookups = new Map<string, Promise<Person | undefined>>();
  /** A look-up that began before `forget` is not kept. */
  let generation = 0;

  const lookUp = async (token: string, digest: string, meta: CallMeta) => {
    const atMs = clock.now().getTime();
    const begun = generation;
    const { accounts } = createClients(ownCalls, transport, meta);
    const person = (await accounts.findPerson({ token })).person ?? undefined;
    if (!person) signedIn.delete(digest);
    if (begun === generation) (person ? signedIn : unknown).set(digest, { person, atMs });
    return person;
  };
  return {
    isKnown: (token) => signedIn.has(digestOf(token)),
    find: async (token, meta) => {
      const digest = digestOf(token);
      const known = signedIn.get(digest) ?? unknown.get(digest);
      if (known && isFresh(known.atMs, cacheMs, clock.now())) return known.person;
      const running = lookups.get(digest);
      if (running) return running;
      if (lookups.size >= lookupsMax) throw new CallFault('unavailable', 'too many look-ups');
      const lookup = lookUp(token, digest, meta).finally(() => {
        if (lookups.get(digest) === lookup) lookups.delete(digest);
      });
      lookups.set(digest, lookup);
      return lookup;
    },
    check: async (token) => {
      const meta = { tenant: '', actor: 'desk', requestId: newId('req_', clock.now()) };
      const { accounts } = createClients(ownCalls, transport, meta);
      return (await accounts.findPerson({ token, is_use: false })).person ?? undefined;
    },
    forget: () => {
      generation += 1;
      for (const entry of signedIn.values()) entry.atMs = Number.NEGATIVE_INFINITY;
      unknown.clear();
      lookups.clear();
    },
  };
}
