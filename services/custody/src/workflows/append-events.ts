/** Chain append: opens chains, extends their hashes, stores the new events. */
import type { CustodyFact, LogEntry } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { commitment, genesisHead, hashEvent, newSalt } from '../adapters/chain-hash.ts';
import type { CustodyWriteContext } from '../define.ts';
import { type ChainHead, type ChainKey, nextEvent, type StoredEvent } from '../domain/chain.ts';
import { withholdFreeText } from '../domain/free-text.ts';
import { chainEntry, isHandover } from '../domain/log-entry.ts';
import { findHead, insertChainEvents, listChains, listHeads, lockChains } from '../store/chain.ts';
import { insertFreeTexts, type NewFreeText } from '../store/free-texts.ts';
import type { Tables } from '../store/schema.ts';

/** A chain that this transaction extends; `saveChains` inserts what was added. */
export interface OpenChain extends ChainKey {
  head: ChainHead;
  /** All stored events, if the chain was read whole, under its lock. */
  stored: readonly StoredEvent[] | undefined;
  added: (StoredEvent & { prev_hash: string })[];
  texts: NewFreeText[];
}

const openChain = (key: ChainKey, head: ChainHead, stored?: readonly StoredEvent[]): OpenChain => ({
  tenant_id: key.tenant_id,
  job_id: key.job_id,
  head,
  stored,
  added: [],
  texts: [],
});

export const chainKeyOf = ({ tenant_id, job_id }: ChainKey): string => `${tenant_id}/${job_id}`;

/**
 * Opens the chains of these jobs, by their keys. Locks, in the order of the jobs, the chains that
 * are read whole and those without an event, which held excursions wait for. Others are read
 * without a lock: concurrent appends race for the next sequence number, and the loser's unique
 * violation is retried.
 */
export async function openChains(
  db: Kysely<Tables>,
  jobs: readonly ChainKey[],
  isReadWhole: (job: ChainKey) => boolean,
): Promise<Map<string, OpenChain>> {
  const keys = new Map(jobs.map((job) => [chainKeyOf(job), job]));
  const extended = [...keys.values()].filter((job) => !isReadWhole(job));
  const heads = extended.length > 0 ? await listHeads(db, extended) : [];
  const chains = new Map(heads.map((head) => [chainKeyOf(head), openChain(head, head)]));
  const locked = [...keys.values()].filter((job) => !chains.has(chainKeyOf(job)));
  if (locked.length === 0) return chains;
  await lockChains(db, locked);
  const stored = Map.groupBy(await listChains(db, locked), chainKeyOf);
  for (const job of locked) {
    const events = stored.get(chainKeyOf(job)) ?? [];
    chains.set(chainKeyOf(job), openChain(job, events.at(-1) ?? genesisHead, events));
  }
  return chains;
}

/** Adds one event to an open chain; returns the head of a hand-over, which is to be logged. */
export function extendChain(chain: OpenChain, received: CustodyFact): LogEntry[] {
  const { fact, texts } = withholdFreeText(received, { newSalt, commitment });
  const { tenant_id, job_id, head } = chain;
  const event = hashEvent(nextEvent(fact, job_id, head));
  const log_salt = head.log_salt ?? newSalt();
  chain.head = { seq: event.seq, hash: event.hash, log_salt };
  chain.added.push({ ...event, log_salt });
  chain.texts.push(...texts.map((text) => ({ tenant_id, job_id, seq: event.seq, ...text })));
  if (!isHandover(fact.type)) return [];
  return [chainEntry(commitment(log_salt, job_id), { ...event, at: fact.at })];
}

/** Inserts all events that were added, and their free texts. */
export async function saveChains(db: Kysely<Tables>, chains: Iterable<OpenChain>): Promise<void> {
  const all = [...chains];
  const rows = all.flatMap(({ tenant_id, job_id, added }) =>
    added.map((event) => ({ tenant_id, job_id, ...event })),
  );
  if (rows.length > 0) await insertChainEvents(db, rows);
  await insertFreeTexts(
    db,
    all.flatMap(({ texts }) => texts),
  );
}

/** Appends events to the chain of one job, which the caller has locked. */
export async function appendEvents(
  { db, tenant, emit }: Pick<CustodyWriteContext, 'db' | 'tenant' | 'emit'>,
  jobId: string,
  facts: readonly CustodyFact[],
): Promise<void> {
  if (facts.length === 0) return;
  const head = (await findHead(db, tenant, { jobId })) ?? genesisHead;
  const chain = openChain({ tenant_id: tenant, job_id: jobId }, head);
  const entries = facts.flatMap((fact) => extendChain(chain, fact));
  await saveChains(db, [chain]);
  if (entries.length > 0) emit('log_entries.submitted', { entries }, {});
}
