/**
 * Reactions as the kit runs them, and what one to many events is given.
 *
 * A reaction handles one event, or all that share a transaction: then it costs a few statements
 * instead of some for each event. Cursors, order and once-ness are the consumer's, for both alike.
 */
import type { Contract, Envelope } from '@svc/contracts';
import type { Ambient, WriteContext } from './context.ts';

/** The type of a reaction to all types. */
export const anyType = '*';

interface ReactionBase {
  producer: string;
  type: string;
  /** Unordered: independent of the order of a job's events and of other types. */
  inAnyOrder?: boolean;
}

// Erased forms: the consumer checks envelopes before it calls them.
export interface EventReaction extends ReactionBase {
  handle(event: unknown, context: unknown): Promise<void>;
}
export interface BatchReaction extends ReactionBase {
  handleBatch(events: readonly unknown[], context: unknown): Promise<void>;
}
export type Reaction = EventReaction | BatchReaction;

/** Context of a reaction to a batch; its events are of any tenants. */
export interface BatchContext<Tables, Config, C extends Contract>
  extends Pick<Ambient<Config>, 'now' | 'config' | 'log' | 'metrics'>,
    Pick<WriteContext<Tables, Config, C>, 'db'> {
  /** Context of a single event of the batch: its tenant, its trace, its emitted events. */
  of(event: Pick<Envelope, 'id'>): WriteContext<Tables, Config, C>;
}
