/** Chains may be longer than a message: they are read in pages, as they were at the first. */
import { pageOf } from '@svc/kit/page';
import type { Kysely } from 'kysely';
import { waitForChain } from './caught-up.ts';
import { toEvent } from './domain/chain.ts';
import { start } from './hashing.ts';
import { findHead, listEventsBetween } from './store/chain.ts';
import type { Tables } from './store/schema.ts';

const eventsMax = 1_000;

type Located = Parameters<typeof waitForChain>[1];

/** The first page waits until the chain has the job's latest event. */
export async function chainPage(
  db: Kysely<Tables>,
  tenant: string,
  job: Located,
  startingAfter: string | undefined,
) {
  if (startingAfter === undefined) await waitForChain(db, job);
  const [after = 0, through] = startingAfter?.split('-').map(Number) ?? [];
  const head = (await findHead(db, tenant, job.id, through)) ?? start;
  const places = { after, through: head.seq, limit: eventsMax + 1 };
  const stored = await listEventsBetween(db, tenant, job.id, places);
  const { data: events, has_more } = pageOf(stored.map(toEvent), eventsMax);
  const last = events.at(-1);
  return {
    custody: { job_id: job.id, chain_hash: head.hash, events },
    next: has_more && last ? `${last.seq}-${head.seq}` : null,
  };
}
