/**
 * Reactions to another service's events: once each, and in order per job.
 *
 * A consumer takes every event of its producer. One that is the next of its job is handled; an
 * early one is parked and worked off after its predecessor; one that was seen before is dropped.
 * Inbox row, cursor, effect and the reaction's own events share one transaction.
 */
import type { Contract, Envelope } from '@svc/contracts';
import type { PoolClient, QueryResult } from 'pg';
import { anyType, type Reaction } from './bind.ts';
import { kyselyOver } from './database/kysely.ts';
import { collectEvents, insertEvents } from './outbox.ts';
import type { Runtime } from './runtime.ts';
import { inTransaction, type Statement } from './transaction.ts';

export interface Consumer {
  /** Unique: `<service>-<producer>`. */
  name: string;
  contract: Contract;
  producer: string;
  reactions: readonly Reaction[];
}

export type Taken = 'handled' | 'parked' | 'repeated';

export interface Taking {
  /** Removes it, in the same transaction, from where it lay. */
  withdrawn?: readonly Statement[];
  /** What is parked behind it stays there: should the process die, it was this event alone. */
  alone?: boolean;
}

/** Takes one event in its turn. */
export async function takeEvent(
  runtime: Runtime,
  consumer: Consumer,
  envelope: Envelope,
  { withdrawn = [], alone = false }: Taking = {},
): Promise<Taken> {
  const now = runtime.clock.now();
  const events = collectEvents(consumer.contract, envelope.tenant_id, now);
  const taken = await inTransaction<Taken>(runtime.pools.write, {
    openings: [...withdrawn, ...openings(consumer, envelope, now)],
    work: async (client, answers) => {
      const opened = answers.slice(withdrawn.length);
      const turn = { runtime, consumer, client, events, alone };
      const result = await takeInTurn(turn, envelope, opened);
      const endings = events.events.length > 0 ? [insertEvents(events.events, now)] : [];
      return { result, endings };
    },
  });
  if (events.events.length > 0) runtime.wakeRelay();
  return taken;
}

interface Turn {
  runtime: Runtime;
  consumer: Consumer;
  client: PoolClient;
  events: ReturnType<typeof collectEvents>;
  alone: boolean;
}

/** Inbox row, and for an event of a job the cursor, whose lock keeps its other events waiting. */
function openings({ name, producer }: Consumer, envelope: Envelope, now: Date): Statement[] {
  const inbox: Statement = {
    name: 'kit-inbox-insert',
    text: 'insert into inbox (consumer, event_id, received_at) values ($1, $2, $3) on conflict do nothing',
    values: [name, envelope.id, now],
  };
  if (envelope.sequence === 0) return [inbox];
  const cursor: Statement = {
    name: 'kit-cursor-lock',
    // Cursors of before tenants were told apart have none: where such a one stood, it goes on.
    text: `insert into job_cursor (consumer, producer, tenant_id, job_id, next)
           values ($1, $2, $3, $4, coalesce(
             (select next from job_cursor
               where tenant_id = '' and job_id = $4 and consumer = $1 and producer = $2), 1))
           on conflict (tenant_id, job_id, consumer, producer) do update set next = job_cursor.next
           returning next`,
    values: [name, producer, envelope.tenant_id, envelope.job_id],
  };
  return [inbox, cursor];
}

async function takeInTurn(
  turn: Turn,
  envelope: Envelope,
  [inbox, cursor]: QueryResult[],
): Promise<Taken> {
  if (inbox?.rowCount === 0) return 'repeated';
  if (envelope.sequence === 0) {
    await react(turn, envelope);
    return 'handled';
  }
  const next: number = cursor?.rows[0]?.next ?? 1;
  if (envelope.sequence < next) return 'repeated';
  if (envelope.sequence > next) {
    await park(turn, envelope);
    return 'parked';
  }
  await react(turn, envelope);
  await advance(turn, envelope, turn.alone ? envelope.sequence : await workOff(turn, envelope));
  return 'handled';
}

async function react({ runtime, consumer, client, events }: Turn, envelope: Envelope) {
  for (const reaction of consumer.reactions) {
    if (reaction.type !== envelope.type && reaction.type !== anyType) continue;
    const meta = {
      tenant: envelope.tenant_id,
      actor: `on:${envelope.type}`,
      requestId: envelope.id,
    };
    await reaction.handle(envelope, {
      ...runtime.ambient(meta, runtime.clock.now()),
      db: kyselyOver(client),
      emit: events.emit,
    });
  }
}

/** $1 tenant, $2 job, $3 consumer, $4 producer, $5 sequence: a parked event, wherever it is asked for. */
export const parkedKey =
  'tenant_id = $1 and job_id = $2 and consumer = $3 and producer = $4 and sequence = $5';

async function park({ runtime, consumer, client }: Turn, envelope: Envelope) {
  await client.query(
    `insert into parked (consumer, producer, tenant_id, job_id, sequence, envelope, parked_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      consumer.name,
      envelope.producer,
      envelope.tenant_id,
      envelope.job_id,
      envelope.sequence,
      JSON.stringify(envelope),
      runtime.clock.now(),
    ],
  );
}

/**
 * Handles what was parked behind this event; returns the number of the last one handled. One that
 * fails stays parked with its successors, its effect undone; `retryParked` tries it again.
 */
async function workOff(turn: Turn, { tenant_id, job_id, sequence }: Envelope): Promise<number> {
  const { client, consumer, events, runtime } = turn;
  for (let last = sequence; ; last += 1) {
    const { rows } = await client.query<{ envelope: Envelope }>(
      `select envelope from parked where ${parkedKey}`,
      [tenant_id, job_id, consumer.name, consumer.producer, last + 1],
    );
    const [parked] = rows;
    if (!parked) return last;
    const emittedBefore = events.events.length;
    await client.query('savepoint parked');
    try {
      await react(turn, parked.envelope);
    } catch (err) {
      await client.query('rollback to savepoint parked');
      events.events.length = emittedBefore;
      runtime.log.warn({ err, event_id: parked.envelope.id }, 'parked event failed');
      return last;
    }
    await client.query(`delete from parked where ${parkedKey}`, [
      tenant_id,
      job_id,
      consumer.name,
      consumer.producer,
      last + 1,
    ]);
  }
}

async function advance({ client, consumer }: Turn, { tenant_id, job_id }: Envelope, last: number) {
  await client.query(
    `update job_cursor set next = $5
      where tenant_id = $1 and job_id = $2 and consumer = $3 and producer = $4`,
    [tenant_id, job_id, consumer.name, consumer.producer, last + 1],
  );
}
