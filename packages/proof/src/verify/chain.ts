/** Whether a chain of custody is whole: every event unaltered, in its place and of the same job. */
import { type ChainEvent, genesisHash, hashEvent } from './event.ts';
import { formFault, isEvent } from './event-format.ts';

/**
 * - `form`: a member is missing, unknown or not of its kind.
 * - `content`: the event's own hash is not that of its content: it was edited.
 * - `job`: the event belongs to another job.
 * - `order`: all events are there, but not in their order.
 * - `seq`: an event before this one is missing, or one was put in.
 * - `prev_hash`: the event before this one is not the one it was chained to: it was replaced.
 * - `chain_hash`: the record's hash is not that of its last event.
 */
export type ChainRule = 'form' | 'content' | 'job' | 'order' | 'seq' | 'prev_hash' | 'chain_hash';

export interface ChainFault {
  rule: ChainRule;
  /** Position in the chain, from 1. */
  place: number;
  /** Sequence number of the event. */
  seq: number | null;
  type: string | null;
  detail: string;
}

export interface Chain {
  job_id: string;
  chain_hash: string;
  events: readonly unknown[];
}

/** The first fault of the chain; undefined when it is whole. */
export function chainFault({ job_id, chain_hash, events }: Chain): ChainFault | undefined {
  const inAnyOrder = isPermutation(events);
  let previous = genesisHash;
  for (const [index, event] of events.entries()) {
    const fault = eventFault(event, { job_id, place: index + 1, previous, inAnyOrder });
    if (fault) return { ...fault, place: index + 1, ...named(event) };
    if (isEvent(event)) previous = event.hash;
  }
  if (chain_hash === previous) return undefined;
  return {
    rule: 'chain_hash',
    place: events.length,
    ...named(events.at(-1)),
    detail: 'the chain_hash is not the hash of the last event',
  };
}

interface Place {
  job_id: string;
  place: number;
  /** Hash of the event before it. */
  previous: string;
  inAnyOrder: boolean;
}
type Found = Pick<ChainFault, 'rule' | 'detail'>;

function eventFault(event: unknown, at: Place): Found | undefined {
  if (!isEvent(event)) return { rule: 'form', detail: formFault(event) ?? 'no event' };
  if (hashEvent(event) !== event.hash) {
    return { rule: 'content', detail: 'its hash is not that of its content: it was altered' };
  }
  if (event.job_id !== at.job_id) {
    return { rule: 'job', detail: `it belongs to another job, ${event.job_id.slice(0, 64)}` };
  }
  if (event.seq !== at.place) {
    return at.inAnyOrder
      ? { rule: 'order', detail: `event ${event.seq} stands in place ${at.place}: reordered` }
      : {
          rule: 'seq',
          detail: `expected event ${at.place}, found ${event.seq}: ${why(event, at)}`,
        };
  }
  if (event.prev_hash !== at.previous) {
    return {
      rule: 'prev_hash',
      detail: 'the event before it is not the one it was chained to: that one was replaced',
    };
  }
  return undefined;
}

const why = ({ seq }: ChainEvent, { place }: Place): string =>
  seq > place ? 'events were removed' : 'an event was put in';

function isPermutation(events: readonly unknown[]): boolean {
  const seqs = new Set(events.filter(isEvent).map(({ seq }) => seq));
  return seqs.size === events.length && events.every((_, index) => seqs.has(index + 1));
}

const named = (event: unknown): Pick<ChainFault, 'seq' | 'type'> =>
  isEvent(event) ? { seq: event.seq, type: event.type } : { seq: null, type: null };

/** The seal that the parcels carried last. */
export const lastSeal = (events: readonly { seal: string | null }[]): string | null =>
  events.findLast(({ seal }) => seal !== null)?.seal ?? null;
