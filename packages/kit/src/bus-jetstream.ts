/** JetStream, spoken to directly; works from nats-server 2.9 on. */
import type { Envelope } from '@svc/contracts';
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  JSONCodec,
  type JsMsg,
  type NatsConnection,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats';
import {
  ackWaitMs,
  type Bus,
  type ConsumerOptions,
  inFlightMax,
  type Subscription,
} from './bus.ts';
import type { Logger } from './log.ts';
import type { Nats } from './nats.ts';
import { workQueue } from './work-queue.ts';

const publishTimeoutMs = 5_000;
const restartPauseMs = 1_000;
const codec = JSONCodec<Envelope>();

const streamConfig = {
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.New,
  max_age: nanos(7 * 24 * 60 * 60 * 1000),
  duplicate_window: nanos(10 * 60 * 1000),
};

export function jetStreamBus(options: {
  nats: Nats;
  namespace: string;
  replicas: number;
  log: Logger;
}): Bus {
  const { nats, namespace, replicas, log } = options;
  const { connection } = nats;
  const js = connection.jetstream();
  const streamName = (producer: string) => `${namespace}-${producer}`;
  const subject = (producer: string, type: string) => `${namespace}.fact.${producer}.${type}`;

  const assertStream = async (producer: string) => {
    const jsm = await connection.jetstreamManager();
    const name = streamName(producer);
    const subjects = [subject(producer, '>')];
    const config = { ...streamConfig, subjects, num_replicas: replicas };
    const names = await jsm.streams.names().next();
    if (names.includes(name)) await jsm.streams.update(name, config);
    else await jsm.streams.add({ name, ...config });
  };
  const open = async ({ producer, consumer }: ConsumerOptions) => {
    await assertStream(producer);
    return openConsumer(connection, streamName(producer), consumer);
  };

  return {
    assertStream,
    subscribe: async (wanted) => {
      const { producer, types } = wanted;
      const subjects = types && new Set([...types].map((type) => subject(producer, type)));
      return readForEver({ ...wanted, subjects }, () => open(wanted), log);
    },
    publish: async (envelope) => {
      const { id, producer, type } = envelope;
      const ack = await js.publish(subject(producer, type), codec.encode(envelope), {
        msgID: id,
        timeout: publishTimeoutMs,
      });
      return ack.seq;
    },
    streamState: async (producer) => {
      const jsm = await connection.jetstreamManager();
      const { created, state } = await jsm.streams.info(streamName(producer));
      return { created: String(created), lastSequence: state.last_seq };
    },
    onReconnect: nats.onReconnect,
    close: async () => undefined,
  };
}

async function openConsumer(connection: NatsConnection, stream: string, consumer: string) {
  await assertConsumer(await connection.jetstreamManager(), stream, consumer);
  const reader = await connection.jetstream().consumers.get(stream, consumer);
  return reader.consume({ max_messages: inFlightMax });
}

/** Only what may change is updated; a durable keeps its position. */
async function assertConsumer(jsm: JetStreamManager, stream: string, consumer: string) {
  const limits = { ack_wait: nanos(ackWaitMs), max_ack_pending: inFlightMax, max_deliver: -1 };
  const known = await jsm.consumers.list(stream).next();
  if (known.some((info) => info.name === consumer)) {
    await jsm.consumers.update(stream, consumer, limits);
    return;
  }
  await jsm.consumers.add(stream, {
    durable_name: consumer,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ...limits,
  });
}

interface Reading extends Pick<ConsumerOptions, 'consumer' | 'handle'> {
  /** Of the messages that are asked for: known without reading what they say. */
  subjects: ReadonlySet<string> | undefined;
}

/** Reads until stopped; begins again, making stream and consumer anew, whenever the reading ends. */
function readForEver(
  { consumer, subjects, handle }: Reading,
  open: () => Promise<ConsumerMessages>,
  log: Logger,
): Subscription {
  const queue = workQueue<JsMsg>((arrived) => handle(arrived.map(toDelivery)));
  let stopping = false;
  let messages: ConsumerMessages | undefined;
  const run = async () => {
    while (!stopping) {
      try {
        messages = await open();
        closeWhenGone(messages).catch((err: unknown) =>
          log.error({ err, consumer }, 'watch ended'),
        );
        // Closing ends only with the reading, so it is not awaited before.
        const closed = stopping ? messages.close() : undefined;
        for await (const message of messages) {
          if (!subjects || subjects.has(message.subject)) queue.push(message);
          else message.ack();
        }
        await closed;
      } catch (err) {
        log.warn({ err, consumer }, 'consumer restarts');
      }
      if (!stopping) await new Promise((done) => setTimeout(done, restartPauseMs));
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping = true;
      await messages?.close();
      for (const message of queue.drop()) message.nak();
      await queue.idle();
      await running;
    },
  };
}

async function closeWhenGone(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of await messages.status()) {
    if (/deleted|not_found|no_responders/.test(type)) await messages.close();
  }
}

const toDelivery = (message: JsMsg) => ({
  envelope: codec.decode(message.data),
  count: message.info.deliveryCount,
  ack: async () => message.ack(),
  nak: async (delayMs: number) => message.nak(delayMs),
  working: () => message.working(),
});
