/** The transaction in which a consumer takes events, and how far each of their jobs has come. */
import type { Contract, Envelope } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { PoolClient } from 'pg';
import { anyType, type Reaction } from './bind.ts';
import { collectEvents, type OutboxEvent } from './outbox.ts';
import type { Runtime } from './runtime.ts';

export interface Consumer {
  /** Unique: `<service>-<producer>`. */
  name: string;
  contract: Contract;
  producer: string;
  reactions: readonly Reaction[];
  /** False when all of its reactions take events in any order: then it keeps no cursors. */
  ordered: boolean;
}

export interface Turn {
  runtime: Runtime;
  consumer: Consumer;
  client: PoolClient;
  /** The same connection. */
  db: Kysely<unknown>;
  now: Date;
  emitted: OutboxEvent[];
  cursors: Map<string, Cursor>;
}

export interface Cursor {
  tenant_id: string;
  job_id: string;
  /** The next event of the job that will be handled. */
  next: number;
  hasAdvanced: boolean;
}

export function advance(cursor: Cursor): void {
  cursor.next += 1;
  cursor.hasAdvanced = true;
}

export async function react(turn: Turn, envelope: Envelope): Promise<void> {
  const { runtime, consumer, db, now, emitted } = turn;
  const { events, emit } = collectEvents(consumer.contract, envelope.tenant_id, now);
  for (const reaction of consumer.reactions) {
    if (reaction.type !== envelope.type && reaction.type !== anyType) continue;
    const meta = {
      tenant: envelope.tenant_id,
      actor: `on:${envelope.type}`,
      requestId: envelope.id,
    };
    await reaction.handle(envelope, { ...runtime.ambient(meta, now), db, emit });
  }
  emitted.push(...events);
}

/** As three arrays. */
export const columnsOf = (cursors: readonly Cursor[]): [string[], string[], number[]] => [
  cursors.map(({ tenant_id }) => tenant_id),
  cursors.map(({ job_id }) => job_id),
  cursors.map(({ next }) => next),
];
