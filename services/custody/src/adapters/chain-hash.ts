/**
 * Hashes, commitments and chain checks of `@svc/proof`: the same code that offline verifiers run.
 */
import { randomBytes } from 'node:crypto';
import { chainFault, lastSeal } from '@svc/proof/verify/chain';
import { canonicalText, genesisHash, hashText } from '@svc/proof/verify/event';
import type { ChainHead, StoredEvent, UnhashedEvent } from '../domain/chain.ts';
import { toRecord } from '../domain/chain.ts';

export { commitment } from '@svc/proof/verify/texts';

/** Salt of a commitment, 256 bits: after its erasure the text cannot be found by guessing. */
export const newSalt = (): string => randomBytes(32).toString('hex');

/** Predecessor of the first event of a chain. */
export const genesisHead: ChainHead = { seq: 0, hash: genesisHash, log_salt: null };

export function hashEvent(
  content: UnhashedEvent,
): Omit<StoredEvent, 'log_salt'> & { prev_hash: string } {
  const bytes = canonicalText(content);
  return { seq: content.seq, bytes, prev_hash: content.prev_hash, hash: hashText(bytes) };
}

/**
 * The fields of a certificate that depend on the chain; undefined if the stored chain does not
 * verify.
 */
export function summarizeChain(jobId: string, stored: readonly Omit<StoredEvent, 'log_salt'>[]) {
  const record = toRecord(jobId, stored, genesisHead);
  if (chainFault(record)) return undefined;
  const { events, chain_hash } = record;
  return { events: events.length, seal: lastSeal(events), chain_hash };
}
