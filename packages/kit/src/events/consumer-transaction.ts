/** Transaction of a consumer: its context, the cursors of its jobs, and the run of reactions. */
import type { Contract, Envelope } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { PoolClient } from 'pg';
import type { CallMeta } from '../calls/transport.ts';
import type { Runtime } from '../process/runtime.ts';
import { anyType, type Reaction } from '../service/bind.ts';
import type { Effects } from '../service/effects.ts';
import type { SpanParts } from '../tracing/span.ts';
import { readTraceparent } from '../tracing/trace-context.ts';
import { inSpan } from '../tracing/tracer.ts';
import type { Cursor } from './cursors.ts';

export interface Consumer {
  /** Unique: `<service>-<producer>`. */
  name: string;
  contract: Contract;
  producer: string;
  reactions: readonly Reaction[];
  /** False if all of its reactions are `inAnyOrder`: then it keeps no cursors. */
  ordered: boolean;
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

/** Locks rows that several jobs share, in one order for the whole batch, before the first event. */
export async function lockSharedRows(
  tx: ConsumerTransaction,
  envelopes: readonly Envelope[],
): Promise<void> {
  for (const { type, lock } of tx.consumer.reactions) {
    const events = envelopes.filter((envelope) => type === anyType || type === envelope.type);
    if (lock && events.length > 0) await lock(events, tx.db);
  }
}

export async function runReactions(tx: ConsumerTransaction, envelope: Envelope): Promise<void> {
  const { runtime, consumer, db, now, effects } = tx;
  const cause = {
    consumer: consumer.name,
    event_id: envelope.id,
    created_at: new Date(envelope.created_at),
  };
  const own = effects.of(envelope.tenant_id, cause);
  for (const reaction of consumer.reactions) {
    if (reaction.type !== envelope.type && reaction.type !== anyType) continue;
    await inSpan(runtime.tracer, spanOf(consumer, envelope), async () => {
      await reaction.handle(envelope, { ...runtime.ambient(metaOf(envelope), now), ...own, db });
      const { id: event_id, type, job_id } = envelope;
      runtime.log.debug({ consumer: consumer.name, event_id, type, job_id }, 'event handled');
    });
  }
}

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
