/**
 * The chain that a certificate covers, without places, people, notes and details, and the verdict
 * on it.
 *
 * Cache: an LRU of verdicts by certificate. Each view asks Postgres for a fingerprint of the row
 * versions behind it; an altered, missing or inserted row has another one, and the chain is hashed
 * again from the stored bytes. What a fingerprint cannot see (data files edited under the
 * database) is found when the verdict is older than `ageMaxMs`.
 */
import type { CustodyEvent } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { summarizeChain } from '../adapters/chain-hash.ts';
import type { IssuedCertificate } from '../domain/certificate.ts';
import { toEvent } from '../domain/chain.ts';
import { fingerprintOfEvents, listEventsBetween } from '../store/chain.ts';
import type { Tables } from '../store/schema.ts';

type PublicEvent = Pick<CustodyEvent, 'seq' | 'at' | 'type' | 'seal' | 'prev_hash' | 'hash'>;
interface CertifiedChain {
  events: PublicEvent[];
  chain_intact: boolean;
}

interface CachedVerdict {
  fingerprint: string;
  computed_at: Date;
  chain: CertifiedChain;
}

/** Maximum age of a cached verdict, ms, even if its rows look unchanged. */
const ageMaxMs = 600_000;
/** Events in memory, about 0.5 KB each; the chain that was viewed least recently goes first. */
const eventsMax = 40_000;
const verdicts = new LRUCache<string, CachedVerdict>({
  maxSize: eventsMax,
  sizeCalculation: ({ chain }) => Math.max(1, chain.events.length),
});

type Covering = Pick<IssuedCertificate, 'id' | 'job_id' | 'events' | 'chain_hash'> & {
  tenant_id: string;
};

export async function getCertifiedChain(
  db: Kysely<Tables>,
  certificate: Covering,
  now: Date,
): Promise<CertifiedChain> {
  const { tenant_id, job_id, events, chain_hash } = certificate;
  const key = `${certificate.id} ${job_id} ${events} ${chain_hash}`;
  const fingerprint = await fingerprintOfEvents(db, tenant_id, { jobId: job_id, through: events });
  const known = verdicts.get(key);
  if (known && known.fingerprint === fingerprint && isFresh(known, now)) return known.chain;
  const chain = await recomputed(db, certificate);
  // Rows that changed between two statements must not be remembered under the fingerprint of others.
  const after = await fingerprintOfEvents(db, tenant_id, { jobId: job_id, through: events });
  if (after === fingerprint) verdicts.set(key, { fingerprint, computed_at: now, chain });
  return chain;
}

const isFresh = ({ computed_at }: CachedVerdict, now: Date): boolean =>
  Math.abs(now.getTime() - computed_at.getTime()) < ageMaxMs;

/** Reads the events that the certificate covers, without later ones. */
async function recomputed(
  db: Kysely<Tables>,
  { tenant_id, job_id, events: through, chain_hash }: Covering,
): Promise<CertifiedChain> {
  const places = { after: 0, through, limit: through };
  const stored = await listEventsBetween(db, tenant_id, { jobId: job_id, ...places });
  return {
    events: stored.map(toEvent).map(toPublicEvent),
    chain_intact: summarizeChain(job_id, stored)?.chain_hash === chain_hash,
  };
}

const toPublicEvent = ({ seq, at, type, seal, prev_hash, hash }: CustodyEvent): PublicEvent => ({
  seq,
  at,
  type,
  seal,
  prev_hash,
  hash,
});
