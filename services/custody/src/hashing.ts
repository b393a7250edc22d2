/** How events are hashed and chains checked: as everybody can who has the verifier. */
import { chainFault, lastSeal } from '@svc/verify/chain';
import { canonicalText, genesisHash, hashText } from '@svc/verify/event';
import type { EventContent, Head, StoredEvent } from './domain/chain.ts';
import { toRecord } from './domain/chain.ts';

/** What the first event of a chain follows. */
export const start: Head = { seq: 0, hash: genesisHash };

export function hashed(content: EventContent): StoredEvent & { prev_hash: string } {
  const bytes = canonicalText(content);
  return { seq: content.seq, bytes, prev_hash: content.prev_hash, hash: hashText(bytes) };
}

/** What a certificate says of a chain; undefined for one that was altered where it lies. */
export function summary(jobId: string, stored: readonly StoredEvent[]) {
  const record = toRecord(jobId, stored, start);
  if (chainFault(record)) return undefined;
  const { events, chain_hash } = record;
  return { events: events.length, seal: lastSeal(events), chain_hash };
}
