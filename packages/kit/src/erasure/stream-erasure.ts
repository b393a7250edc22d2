/**
 * Erasure of messages from the service's own stream.
 *
 * JetStream cannot change a message: it is deleted, its bytes overwritten, and the relay publishes the
 * redacted row of the outbox in its place, for consumers that had not read it; others drop the
 * repeat. The repeat has a message id of its own: the duplicate window would swallow the old one.
 */
import { JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import type { Envelope } from '@svc/contracts';
import { isPersonal } from '../audit/personal-data.ts';
import { createLivePool } from '../database/pool.ts';
import type { NatsLink } from '../nats/nats.ts';
import { natsNames } from '../nats/nats-subjects.ts';
import type { Logger } from '../observability/log.ts';
import type { Runtime } from '../service/runtime.ts';
import { type PollLoop, pollLoop } from '../values/poll-loop.ts';

export interface StreamMessages {
  /** Undefined when there is none under this number. */
  read(producer: string, seq: number): Promise<Envelope | undefined>;
  remove(producer: string, seq: number): Promise<void>;
  close(): Promise<void>;
}

export function jetStreamMessages({ connection }: NatsLink, namespace: string): StreamMessages {
  const stream = (producer: string) => natsNames.stream(namespace, producer);
  const manager = () => jetstreamManager(connection);
  return {
    read: async (producer, seq) => {
      const found = await unlessMissing(
        (await manager()).streams.getMessage(stream(producer), { seq }),
      );
      return found?.json<Envelope>();
    },
    remove: async (producer, seq) => {
      await unlessMissing((await manager()).streams.deleteMessage(stream(producer), seq, true));
    },
    close: async () => undefined,
  };
}

/** Codes of JetStream: no message found, message deleted or expired in between. */
const missing = new Set([10_037, 10_043, 10_057]);

const unlessMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof JetStreamApiError && missing.has(error.code)) return undefined;
    throw error;
  });

/** Erasure in the Postgres bus; `url` connects as its owner. */
export function postgresMessages(url: string, log: Logger): StreamMessages {
  const pool = createLivePool(log, {
    connectionString: url,
    max: 1,
    application_name: 'bus:erasure',
  });
  return {
    read: async (producer, seq) => {
      const { rows } = await pool.query<{ envelope: Envelope }>(
        'select envelope from bus.message where producer = $1 and seq = $2',
        [producer, seq],
      );
      return rows[0]?.envelope;
    },
    remove: async (producer, seq) => {
      await pool.query('delete from bus.message where producer = $1 and seq = $2', [producer, seq]);
    },
    close: () => pool.end(),
  };
}

/** Erasures are rare, and nothing waits for them. */
const pollMs = 2_000;
/** Messages per pass, one after the other. */
const batchMax = 100;

/** Idempotent: erasers of several replicas may run concurrently. */
export const startStreamEraser = (runtime: Runtime, messages: StreamMessages): PollLoop =>
  pollLoop(
    { idleMs: pollMs, pass: () => eraseMessages(runtime, messages) },
    { name: 'stream-eraser', log: runtime.log },
  );

async function eraseMessages(runtime: Runtime, messages: StreamMessages): Promise<boolean> {
  const { rows } = await runtime.pools.write.query<{ event_id: string; seq: string | null }>(
    `select e.event_id, o.stream_seq::text as seq
       from stream_erasure e join outbox o using (event_id)
      where o.published_at is not null limit $1`,
    [batchMax],
  );
  for (const { event_id, seq } of rows) await eraseMessage(runtime, messages, { event_id, seq });
  // Rows of the outbox are purged after the stream's retention: then no message is left either.
  await runtime.pools.write.query(
    `delete from stream_erasure e
      where not exists (select from outbox o where o.event_id = e.event_id)`,
  );
  return false;
}

async function eraseMessage(
  { service, pools, wakeRelay }: Runtime,
  messages: StreamMessages,
  { event_id, seq }: { event_id: string; seq: string | null },
): Promise<void> {
  const number = Number(seq);
  const message = seq === null ? undefined : await messages.read(service, number);
  if (message?.id === event_id && !isPersonal(message)) {
    await pools.write.query('delete from stream_erasure where event_id = $1', [event_id]);
    return;
  }
  if (message?.id === event_id) await messages.remove(service, number);
  await pools.write.query(
    `update outbox set published_at = null, stream_seq = null, repeats = repeats + 1
      where event_id = $1 and stream_seq is not distinct from $2::bigint`,
    [event_id, seq],
  );
  wakeRelay();
}
