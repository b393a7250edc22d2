/**
 * Keyset pages of a chain, because it may exceed the maximum size of a message: first its events,
 * then its free texts, both up to the chain's head at the time of the first page.
 */
import { toPage } from '@svc/kit/page';
import type { Kysely } from 'kysely';
import { genesisHead } from '../adapters/chain-hash.ts';
import { toEvent } from '../domain/chain.ts';
import { findHead, listEventsBetween } from '../store/chain.ts';
import { listFreeTexts, type TextRange } from '../store/free-texts.ts';
import type { Tables } from '../store/schema.ts';
import { type LocatedJob, waitForChain } from './projection-barrier.ts';

const itemsMax = 1_000;

export interface ChainPlace extends Pick<TextRange, 'withNames'> {
  job: LocatedJob;
  startingAfter: string | undefined;
}

/** The first page waits for the projection barrier. */
export async function getChainPage(
  db: Kysely<Tables>,
  tenant: string,
  { job, startingAfter, withNames }: ChainPlace,
) {
  if (startingAfter === undefined) await waitForChain(db, job);
  const cursor = readCursor(startingAfter);
  const head =
    (await findHead(db, tenant, { jobId: job.id, through: cursor.through })) ?? genesisHead;
  const limit = itemsMax + 1;
  const places = { after: cursor.after, through: head.seq, limit };
  const stored =
    cursor.kind === 'events'
      ? await listEventsBetween(db, tenant, { jobId: job.id, ...places })
      : [];
  const offset = cursor.kind === 'texts' ? cursor.after : 0;
  const isLong = stored.length > itemsMax;
  const texts = isLong
    ? []
    : await listFreeTexts(db, tenant, {
        jobId: job.id,
        through: head.seq,
        offset,
        limit,
        withNames,
      });
  const found = [
    ...stored.map((each) => ({ event: toEvent(each), text: null })),
    ...texts.map((text) => ({ event: null, text })),
  ];
  const { data, has_more } = toPage(found, itemsMax);
  const page = {
    events: data.flatMap(({ event }) => event ?? []),
    texts: data.flatMap(({ text }) => text ?? []),
  };
  const place = {
    head: head.seq,
    offset,
    isWhole: !isLong && page.events.length === stored.length,
  };
  return {
    custody: { job_id: job.id, chain_hash: head.hash, ...page },
    head: head.seq,
    texts_from: hasTextPart(page.texts, has_more, place) ? offset : null,
    next: has_more ? nextCursor(page, place) : null,
  };
}

interface Cursor {
  kind: 'events' | 'texts';
  /** Number of the last event, or count of the texts, of the pages before. */
  after: number;
  through: number | undefined;
}

function readCursor(startingAfter: string | undefined): Cursor {
  if (startingAfter === undefined) return { kind: 'events', after: 0, through: undefined };
  const kind = startingAfter.startsWith('t') ? 'texts' : 'events';
  const [after = 0, through] = startingAfter.replace('t', '').split('-').map(Number);
  return { kind, after, through };
}

interface Place {
  head: number;
  offset: number;
  /** All events are on this page or before it. */
  isWhole: boolean;
}

/** A page that reaches the last event contains texts, unless not one of them fits. */
const hasTextPart = (texts: readonly unknown[], hasMore: boolean, { isWhole }: Place): boolean =>
  isWhole && (texts.length > 0 || !hasMore);

const nextCursor = (
  { events, texts }: { events: readonly { seq: number }[]; texts: readonly unknown[] },
  { head, offset, isWhole }: Place,
): string => (isWhole ? `t${offset + texts.length}-${head}` : `${events.at(-1)?.seq ?? 0}-${head}`);
