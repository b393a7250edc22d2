/** Transaction of a consumer: its context, the cursors of its jobs, and the run of reactions. */
import type { Contract, Envelope } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { PoolClient } from 'pg';
import type { CallMeta } from '../calls/transport.ts';
import type { Effects } from '../effects/effects.ts';
import { withTraceparent } from '../observability/trace-context.ts';
import { readTraceparent } from '../observability/traceparent.ts';
import { inSpan, type SpanParts, type TraceSpan } from '../observability/tracer.ts';
import { anyType, type BatchReaction, type Reaction } from '../service/reaction.ts';
import type { Runtime } from '../service/runtime.ts';
import type { Cursor } from './cursors.ts';

export interface Consumer {
  /** Unique: `<service>-<producer>`. */
  name: string;
  contract: Contract;
  producer: string;
  reactions: readonly Reaction[];
  /** False if all of its reactions are `inAnyOrder`: then it keeps no cursors. */
  ordered: boolean;
  /** How long a message waits for others of its batch, ms. */
  batchingDelayMs: number;
}

export interface ConsumerTransaction {
  runtime: Runtime;
  consumer: Consumer;
  client: PoolClient;
  /** Queries on `client`'s connection. */
  db: Kysely<unknown>;
  now: Date;
  effects: Effects;
  cursors: Map<string, Cursor>;
}

export function advanceCursor(cursor: Cursor): void {
  cursor.next += 1;
  cursor.hasAdvanced = true;
}

/**
 * Runs the reactions to these events, in their order. A reaction to a batch gets as many events as
 * keep it: those up to the next one that another kind of reaction handles.
 */
export async function runReactions(
  tx: ConsumerTransaction,
  envelopes: readonly Envelope[],
): Promise<void> {
  const contextOf = eventContexts(tx);
  const waiting = new Map<BatchReaction, Envelope[]>();
  const runWaiting = async () => {
    for (const [reaction, events] of waiting) await runBatch(tx, { reaction, events, contextOf });
    waiting.clear();
  };
  for (const envelope of envelopes) {
    for (const reaction of tx.consumer.reactions.filter(({ type }) => isFor(type, envelope))) {
      if ('handleBatch' in reaction) {
        waiting.set(reaction, [...(waiting.get(reaction) ?? []), envelope]);
        continue;
      }
      await runWaiting();
      await inSpan(tx.runtime.tracer, spanOf(tx.consumer, envelope), async () => {
        await reaction.handle(envelope, contextOf(envelope));
        logHandled(tx, envelope);
      });
    }
  }
  await runWaiting();
}

const logHandled = ({ runtime, consumer }: ConsumerTransaction, event: Envelope): void => {
  const { id: event_id, type, job_id } = event;
  runtime.log.debug({ consumer: consumer.name, event_id, type, job_id }, 'event handled');
};

const isFor = (type: string, envelope: Envelope): boolean =>
  type === anyType || type === envelope.type;

type EventContext = ReturnType<Runtime['ambient']> & ReturnType<Effects['of']>;
type ContextOf = (envelope: Envelope) => EventContext;

/** Reactions to one event share what counts the ids of the events that they emit. */
function eventContexts({ runtime, consumer, db, now, effects }: ConsumerTransaction): ContextOf {
  const shared = new Map<string, ReturnType<Effects['of']>>();
  const effectsOf = ({ id, tenant_id, created_at }: Envelope) => {
    const cause = { consumer: consumer.name, event_id: id, created_at: new Date(created_at) };
    const own = shared.get(id) ?? effects.of(tenant_id, cause);
    shared.set(id, own);
    return own;
  };
  return (envelope) => ({
    ...runtime.ambient(metaOf(envelope), now),
    ...effectsOf(envelope),
    db,
  });
}

interface BatchRun {
  reaction: BatchReaction;
  events: readonly Envelope[];
  contextOf: ContextOf;
}

/** Each event has a span of its own, in the trace of what emitted it, for as long as the batch runs. */
async function runBatch(
  tx: ConsumerTransaction,
  { reaction, events, contextOf }: BatchRun,
): Promise<void> {
  const { runtime, consumer, db, now } = tx;
  const spans = events.map((event) => runtime.tracer.start(spanOf(consumer, event)));
  const contexts = new Map(
    events.map((event, place) => [event.id, tracedContext(contextOf, event, spans[place])]),
  );
  const { config, log, metrics } = runtime.ambient(noMeta, now);
  const of = ({ id }: Pick<Envelope, 'id'>) => {
    const context = contexts.get(id);
    if (!context) throw new Error(`event ${id} is not in the batch`);
    return context;
  };
  try {
    await reaction.handleBatch(events, { db, now, config, log, metrics, of });
    for (const [place, event] of events.entries()) {
      const span = spans[place];
      if (span) withTraceparent(span.traceparent, () => logHandled(tx, event));
      span?.end();
    }
  } catch (error) {
    for (const span of spans) span.end({ failed: true });
    throw error;
  }
}

/**
 * The context of an event whose handler runs concurrently with those of other events, outside of
 * its span.
 */
function tracedContext(contextOf: ContextOf, event: Envelope, span: TraceSpan | undefined) {
  if (!span) return contextOf(event);
  const inTrace = <T>(work: () => T): T => withTraceparent(span.traceparent, work);
  const context = inTrace(() => contextOf(event));
  const { emit, enqueue } = context;
  return {
    ...context,
    emit: (...parts: Parameters<typeof emit>) => inTrace(() => emit(...parts)),
    enqueue: (...parts: Parameters<typeof enqueue>) => inTrace(() => enqueue(...parts)),
  };
}

const noMeta: CallMeta = { tenant: '', actor: '', requestId: '' };
const metaOf = ({ id, type, tenant_id: tenant }: Envelope): CallMeta => ({
  tenant,
  actor: `on:${type}`,
  requestId: id,
});

const spanOf = ({ name }: Consumer, { type, traceparent }: Envelope): SpanParts => ({
  name: `${name} ${type}`,
  kind: 'consumer',
  parent: readTraceparent(traceparent),
});
