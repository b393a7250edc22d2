/** Bus without a nats-server: the same guarantees, in Postgres tables, for a single process. */
import type { Pool } from 'pg';
import { createLivePool } from '../database/pool.ts';
import type { Logger } from '../observability/log.ts';
import { type PollLoop, pollLoop } from '../values/poll-loop.ts';
import {
  ackWaitMs,
  type Bus,
  type ConsumerOptions,
  deliveriesMax,
  type StreamState,
} from './bus.ts';
import { type DecodedMessage, decoded, handleDecoded, type RawMessage } from './decode.ts';
import { workQueue } from './work-queue.ts';

const pollMs = 500;

/** `event_id` is the id of the message: the event's own, or a fresh one for a repeat. */
const schema = `
  create schema if not exists bus;
  create table if not exists bus.stream (
    producer text primary key, created timestamptz not null default clock_timestamp());
  create table if not exists bus.message (
    seq bigserial primary key, producer text not null, event_id text not null,
    envelope json not null, stored_at timestamptz not null default clock_timestamp(),
    unique (producer, event_id));
  create table if not exists bus.consumer (name text primary key, producer text not null);
  create table if not exists bus.pending (
    consumer text not null, seq bigint not null references bus.message on delete cascade,
    deliveries integer not null default 0, due_at timestamptz not null default clock_timestamp(),
    primary key (consumer, seq));
  create index if not exists pending_due on bus.pending (consumer, due_at);
  delete from bus.message where stored_at < clock_timestamp() - interval '7 days'`;

const publishSql = `
  with stored as (
    insert into bus.message (producer, event_id, envelope) values ($1, $2, $3)
    on conflict (producer, event_id) do nothing returning seq
  ), fanned as (
    insert into bus.pending (consumer, seq)
    select c.name, s.seq from stored s join bus.consumer c on c.producer = $1
  )
  select seq from stored
  union all select seq from bus.message where producer = $1 and event_id = $2 limit 1`;

const dueSql = `
  select distinct consumer as name from bus.pending where due_at <= clock_timestamp()`;

const claimSql = `
  with due as (
    select consumer, seq from bus.pending
     where consumer = $1 and due_at <= clock_timestamp()
     order by seq limit $2 for update skip locked
  )
  update bus.pending p set deliveries = deliveries + 1,
         due_at = clock_timestamp() + $3 * interval '1 ms'
    from due join bus.message m using (seq)
   where p.consumer = due.consumer and p.seq = due.seq
  returning p.seq, p.deliveries, m.envelope::text`;

export async function postgresBus(options: { url: string; log: Logger }): Promise<Bus> {
  const pool = createLivePool(options.log, {
    connectionString: options.url,
    max: 5,
    application_name: 'bus',
  });
  await pool.query(`select pg_advisory_lock(hashtext('bus')); ${schema};
    select pg_advisory_unlock(hashtext('bus'))`);
  const consumers = new Set<Consumer>();
  const due = wakeWhenDue(pool, consumers, options.log);

  return {
    assertStream: async (producer) => {
      await pool.query('insert into bus.stream values ($1) on conflict do nothing', [producer]);
    },
    publish: async (envelope, messageId = envelope.id) => {
      const { rows } = await pool.query<{ seq: string }>(publishSql, [
        envelope.producer,
        messageId,
        JSON.stringify(envelope),
      ]);
      for (const { producer, wake } of consumers) if (producer === envelope.producer) wake();
      return Number(rows[0]?.seq);
    },
    streamState: (producer) => stateOf(pool, producer),
    pending: (_producer, consumer) => countPending(pool, consumer),
    messageId: async (producer, sequence) => {
      const { rows } = await pool.query<{ event_id: string }>(
        'select event_id from bus.message where seq = $2 and producer = $1',
        [producer, sequence],
      );
      return rows[0]?.event_id;
    },
    subscribe: async (wanted) => {
      await register(pool, wanted);
      const { stop, wake } = consume(pool, wanted, options.log);
      const consumer = { ...wanted, wake };
      consumers.add(consumer);
      return {
        stop: async () => {
          consumers.delete(consumer);
          await stop();
        },
      };
    },
    onReconnect: () => {},
    close: async () => {
      await due.stop();
      await pool.end();
    },
  };
}

type Consumer = ConsumerOptions & { wake(): void };

/** For what is delivered again: one look for all consumers. */
const wakeWhenDue = (pool: Pool, consumers: ReadonlySet<Consumer>, log: Logger): PollLoop => {
  const pass = async () => {
    const { rows } = await pool.query<{ name: string }>(dueSql);
    const names = new Set(rows.map(({ name }) => name));
    for (const { consumer, wake } of consumers) if (names.has(consumer)) wake();
    return false;
  };
  return pollLoop({ idleMs: pollMs, pass }, { name: 'bus', log });
};

async function countPending(pool: Pool, consumer: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from bus.pending where consumer = $1',
    [consumer],
  );
  return rows[0]?.n;
}

async function stateOf(pool: Pool, producer: string): Promise<StreamState> {
  const { rows } = await pool.query<{ created: string; last: string | null }>(
    `select created::text, (select max(seq) from bus.message) as last
       from bus.stream where producer = $1`,
    [producer],
  );
  const identity = rows[0]?.created ?? '';
  const lastSequence = Number(rows[0]?.last ?? 0);
  // All producers share one sequence, so gaps are normal and do not show losses.
  return { identity, firstSequence: 0, lastSequence, missing: [] };
}

/** A new consumer starts at the beginning of the stream; the table lock excludes publishers. */
async function register(pool: Pool, { producer, consumer }: ConsumerOptions): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin; lock table bus.message in share mode');
    const added = await client.query(
      'insert into bus.consumer (name, producer) values ($1, $2) on conflict do nothing',
      [consumer, producer],
    );
    if (added.rowCount === 1) {
      await client.query(
        `insert into bus.pending (consumer, seq)
         select $1, seq from bus.message where producer = $2`,
        [consumer, producer],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

function consume(pool: Pool, wanted: ConsumerOptions, log: Logger) {
  const { consumer, types, lane, batchingDelayMs, ...handlers } = wanted;
  const queue = workQueue<DecodedMessage>(
    async (messages) => {
      await handleDecoded(messages, handlers);
      loop.wake();
    },
    {
      laneOf: ({ envelope }) => envelope && lane?.(envelope),
      ...(batchingDelayMs && { batchingDelayMs }),
    },
  );
  const take = async (message: DecodedMessage): Promise<void> => {
    const type = message.envelope?.type;
    if (types && type !== undefined && !types.has(type)) await message.ack();
    else queue.push(message);
  };
  const pass = async () => {
    const room = deliveriesMax - queue.size();
    const claimed = room > 0 ? await pool.query(claimSql, [consumer, room, ackWaitMs]) : none;
    for (const row of claimed.rows) await take(decoded(received(pool, consumer, row)));
    return claimed.rows.length > 0;
  };
  const loop = pollLoop({ idleMs: Number.POSITIVE_INFINITY, pass }, { name: consumer, log });
  const stop = async () => {
    await loop.stop();
    await Promise.all(queue.drop().map((message) => message.nak(0)));
    await queue.idle();
  };
  return { stop, wake: loop.wake };
}

const none = { rows: [] };

function received(
  pool: Pool,
  consumer: string,
  row: { seq: string; deliveries: number; envelope: string },
): RawMessage {
  const due = async (delayMs: number) => {
    await pool.query(
      `update bus.pending set due_at = clock_timestamp() + $3 * interval '1 ms'
        where consumer = $1 and seq = $2`,
      [consumer, row.seq, delayMs],
    );
  };
  return {
    text: row.envelope,
    sequence: Number(row.seq),
    count: row.deliveries,
    ack: async () => {
      await pool.query('delete from bus.pending where consumer = $1 and seq = $2', [
        consumer,
        row.seq,
      ]);
    },
    nak: due,
    working: () => {
      due(ackWaitMs).catch(() => {});
    },
  };
}
