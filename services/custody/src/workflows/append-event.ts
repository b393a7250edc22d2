import type { CustodyFact } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { commitment, genesisHead, hashEvent, newSalt } from '../adapters/chain-hash.ts';
import type { CustodyWriteContext } from '../define.ts';
import { type ChainHead, nextEvent } from '../domain/chain.ts';
import { withholdFreeText } from '../domain/free-text.ts';
import { chainEntry, isHandover } from '../domain/log-entry.ts';
import { findHead, insertEvent, lockChain } from '../store/chain.ts';
import { insertFreeTexts } from '../store/free-texts.ts';
import type { Tables } from '../store/schema.ts';

/**
 * Appends one event to the chain of a job and stores its free texts; returns whether it is the
 * first. Has the head of a hand-over logged. Optimistic: concurrent appends race for the next
 * sequence number, and the loser's unique violation is retried. The first append takes the chain's
 * advisory lock, because a held excursion depends on it.
 */
export async function appendEvent(
  { db, tenant, emit }: Pick<CustodyWriteContext, 'db' | 'tenant' | 'emit'>,
  jobId: string,
  received: CustodyFact,
): Promise<boolean> {
  const { fact, texts } = withholdFreeText(received, { newSalt, commitment });
  const head = (await findHead(db, tenant, { jobId })) ?? (await lockedHead(db, tenant, jobId));
  const event = hashEvent(nextEvent(fact, jobId, head));
  const log_salt = head.log_salt ?? newSalt();
  await insertEvent(db, tenant, { job_id: jobId, ...event, log_salt });
  await insertFreeTexts(db, tenant, { jobId, seq: event.seq, texts });
  if (isHandover(fact.type)) {
    const entry = chainEntry(commitment(log_salt, jobId), { ...event, at: fact.at });
    emit('log_entries.submitted', { entries: [entry] }, {});
  }
  return event.seq === 1;
}

async function lockedHead(db: Kysely<Tables>, tenant: string, jobId: string): Promise<ChainHead> {
  await lockChain(db, tenant, jobId);
  return (await findHead(db, tenant, { jobId })) ?? genesisHead;
}
