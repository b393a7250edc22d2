import type { CustodyFact } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { nextEvent } from './domain/chain.ts';
import { hashed, start } from './hashing.ts';
import { findHead, insertEvent } from './store/chain.ts';
import type { Tables } from './store/schema.ts';

/** Appends one event to the chain of a job, whose lock is held; whether it is the chain's first. */
export async function append(
  db: Kysely<Tables>,
  { tenant, jobId }: { tenant: string; jobId: string },
  fact: CustodyFact,
): Promise<boolean> {
  const head = (await findHead(db, tenant, jobId)) ?? start;
  const event = hashed(nextEvent(fact, jobId, head));
  await insertEvent(db, tenant, { job_id: jobId, ...event });
  return event.seq === 1;
}
