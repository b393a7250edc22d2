import type { CustodyFact } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { type Head, nextEvent } from './domain/chain.ts';
import { hashed, start } from './hashing.ts';
import { findHead, insertEvent, lockChain } from './store/chain.ts';
import type { Tables } from './store/schema.ts';

/**
 * Appends one event to the chain of a job; whether it is the chain's first. Two at once take the same
 * place, and the one that finds it taken comes again: that is rare, and costs the others nothing. The
 * first takes the lock, for an excursion that came before it waits for it.
 */
export async function append(
  db: Kysely<Tables>,
  { tenant, jobId }: { tenant: string; jobId: string },
  fact: CustodyFact,
): Promise<boolean> {
  const head = (await findHead(db, tenant, jobId)) ?? (await lockedHead(db, tenant, jobId));
  const event = hashed(nextEvent(fact, jobId, head));
  await insertEvent(db, tenant, { job_id: jobId, ...event });
  return event.seq === 1;
}

async function lockedHead(db: Kysely<Tables>, tenant: string, jobId: string): Promise<Head> {
  await lockChain(db, tenant, jobId);
  return (await findHead(db, tenant, jobId)) ?? start;
}
