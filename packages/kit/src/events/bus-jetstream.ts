/** Bus on NATS JetStream; works from nats-server 2.9 on. */
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import {
  headers,
  type MsgHdrs,
  type NatsConnection,
  nanos,
  PermissionViolationError,
} from '@nats-io/transport-node';
import type { NatsLink } from '../nats/nats.ts';
import { natsNames } from '../nats/nats-subjects.ts';
import type { Logger } from '../observability/log.ts';
import { pollLoop } from '../values/poll-loop.ts';
import {
  ackWaitMs,
  type Bus,
  type ConsumerOptions,
  deliveriesMax,
  StreamFull,
  type StreamState,
  type Subscription,
} from './bus.ts';
import { type DecodedMessage, decoded, handleDecoded, type RawMessage } from './decode.ts';
import { differs, identityIn, newDescription } from './stream-identity.ts';
import { workQueue } from './work-queue.ts';

const publishTimeoutMs = 5_000;
const restartPauseMs = 1_000;
/** Error codes of the JetStream API. */
const noConsumer = 10_014;
const nameInUse = 10_058;
const noStream = 10_059;
/** At the limit of the account, of the server, or of a server of the cluster. */
const noRoom = new Set([10_002, 10_023, 10_047]);
/** A stream at its own limit, or a full disk: known by the text, as the code is of any failure. */
const storeFailed = 10_077;
const noRoomText = /maximum (bytes|messages) exceeded|no space left/;

const streamConfig = {
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.New,
  max_age: nanos(7 * 24 * 60 * 60 * 1000),
  duplicate_window: nanos(10 * 60 * 1000),
};

export function jetStreamBus(options: {
  nats: NatsLink;
  namespace: string;
  replicas: number;
  log: Logger;
}): Bus {
  const { nats, namespace, replicas, log } = options;
  const { connection } = nats;
  const js = jetstream(connection);
  const stream = (producer: string) => natsNames.stream(namespace, producer);
  const subject = (producer: string, type: string) => natsNames.event(namespace, producer, type);
  const assertStream = async (producer: string) => {
    const subjects = [subject(producer, '>')];
    const config = { ...streamConfig, subjects, num_replicas: replicas };
    await assertConfig(await jetstreamManager(connection), stream(producer), config, log);
  };
  // The producer creates its stream; until then there is nothing to read.
  const open = ({ producer, consumer }: ConsumerOptions) =>
    orUndefined(openConsumer(connection, stream(producer), consumer), noStream);

  return {
    assertStream,
    subscribe: async (wanted) => {
      const { producer, types } = wanted;
      const subjects = types && new Set([...types].map((type) => subject(producer, type)));
      return startReadLoop({ ...wanted, subjects }, () => open(wanted), log);
    },
    publish: async (envelope, messageId = envelope.id) => {
      const { traceparent, ...body } = envelope;
      const sent = js.publish(subject(body.producer, body.type), JSON.stringify(body), {
        msgID: messageId,
        timeout: publishTimeoutMs,
        ...(traceparent && { headers: traceHeaders(traceparent) }),
      });
      const ack = await sent.catch((cause: unknown) => {
        throw isFull(cause) ? new StreamFull({ cause }) : cause;
      });
      return ack.seq;
    },
    streamState: async (producer) => stateOf(await jetstreamManager(connection), stream(producer)),
    pending: async (producer, consumer) => {
      const jsm = await jetstreamManager(connection);
      const found = orUndefined(jsm.consumers.info(stream(producer), consumer), noConsumer);
      // The producer makes its stream when it is started for the first time.
      const info = await orUndefined(found, noStream);
      return info && info.num_pending + info.num_ack_pending;
    },
    messageId: async (producer, seq) => {
      const jsm = await jetstreamManager(connection);
      const found = await jsm.streams.getMessage(stream(producer), { seq });
      return found?.header.get('Nats-Msg-Id');
    },
    onReconnect: nats.onReconnect,
    close: async () => undefined,
  };
}

function isFull(error: unknown): boolean {
  if (!(error instanceof JetStreamApiError)) return false;
  return noRoom.has(error.code) || (error.code === storeFailed && noRoomText.test(error.message));
}

type WantedStream = typeof streamConfig & Pick<StreamConfig, 'subjects' | 'num_replicas'>;

/** Updates a stream only if it differs: a server may treat an update as a new stream. */
async function assertConfig(
  jsm: JetStreamManager,
  name: string,
  config: WantedStream,
  log: Logger,
) {
  const known = await orUndefined(jsm.streams.info(name), noStream);
  if (!known) {
    // If another process created it first, the name is in use and its identity stays.
    const added = jsm.streams.add({ name, ...config, description: newDescription() });
    await orUndefined(added, nameInUse);
    return;
  }
  const { description = '' } = known.config;
  const identified = identityIn(description) ? description : newDescription();
  const wanted = { ...config, description: identified };
  if (!differs(known.config, wanted)) return;
  await jsm.streams.update(name, wanted).catch((error: unknown) => {
    // The right of an operator alone (`nats-permissions.ts`). The stream stays usable as it is.
    if (!isDenied(error)) throw error;
    log.error({ stream: name }, 'the stream differs from its description: run update-stream');
  });
}

const isDenied = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof PermissionViolationError;

async function stateOf(jsm: JetStreamManager, name: string): Promise<StreamState> {
  const { config, state } = await jsm.streams.info(name);
  const isHollow = state.messages > 0 && state.last_seq - state.first_seq >= state.messages;
  const details = isHollow && (await jsm.streams.info(name, { deleted_details: true }));
  return {
    identity: identityIn(config.description),
    firstSequence: state.first_seq,
    lastSequence: state.last_seq,
    missing: details ? (details.state.deleted ?? []) : [],
  };
}

/** Resolves to undefined if the server refuses with this code. */
async function orUndefined<T>(answer: Promise<T>, code: number): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === code) return undefined;
    throw error;
  }
}

async function openConsumer(connection: NatsConnection, stream: string, consumer: string) {
  await assertConsumer(await jetstreamManager(connection), stream, consumer);
  const reader = await jetstream(connection).consumers.get(stream, consumer);
  return reader.consume({ max_messages: deliveriesMax });
}

/** Updates changeable settings only; a durable consumer keeps its position. */
async function assertConsumer(jsm: JetStreamManager, stream: string, consumer: string) {
  const limits = { ack_wait: nanos(ackWaitMs), max_ack_pending: deliveriesMax, max_deliver: -1 };
  const known = await orUndefined(jsm.consumers.info(stream, consumer), noConsumer);
  if (known) {
    if (differs(known.config, limits)) await jsm.consumers.update(stream, consumer, limits);
    return;
  }
  await jsm.consumers.add(stream, {
    durable_name: consumer,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ...limits,
  });
}

interface ReadLoopOptions extends Omit<ConsumerOptions, 'producer' | 'types'> {
  /** Subjects of the wanted types: filters without decoding the messages. */
  subjects: ReadonlySet<string> | undefined;
}

/** Reads until stopped; if reading ends, asserts the consumer again and restarts. */
function startReadLoop(
  { consumer, subjects, lane, batchingDelayMs, handle, reject }: ReadLoopOptions,
  open: () => Promise<ConsumerMessages | undefined>,
  log: Logger,
): Subscription {
  const queue = workQueue<DecodedMessage>(
    (messages) => handleDecoded(messages, { handle, reject }),
    {
      laneOf: ({ envelope }) => envelope && lane?.(envelope),
      ...(batchingDelayMs && { batchingDelayMs }),
    },
  );
  let messages: ConsumerMessages | undefined;
  const read = async (signal: AbortSignal) => {
    messages = await open();
    if (!messages) return false;
    closeOnDelete(messages).catch((err: unknown) => log.error({ err, consumer }, 'watch failed'));
    // `close` resolves when the iteration ends, so it is awaited after the loop.
    const closed = signal.aborted ? messages.close() : undefined;
    for await (const message of messages) {
      if (!subjects || subjects.has(message.subject)) queue.push(decoded(received(message)));
      else message.ack();
    }
    await closed;
    return false;
  };
  const loop = pollLoop({ idleMs: restartPauseMs, pass: read }, { name: consumer, log });
  return {
    stop: async () => {
      const stopped = loop.stop();
      await messages?.close();
      await Promise.all(queue.drop().map((message) => message.nak(0)));
      await queue.idle();
      await stopped;
    },
  };
}

async function closeOnDelete(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of messages.status()) {
    if (/deleted|not_found|no_responders/.test(type)) await messages.close();
  }
}

const traceHeader = 'traceparent';

function traceHeaders(traceparent: string): MsgHdrs {
  const made = headers();
  made.set(traceHeader, traceparent);
  return made;
}

const received = (message: JsMsg): RawMessage => ({
  text: new TextDecoder().decode(message.data),
  sequence: message.seq,
  traceparent: message.headers?.get(traceHeader),
  count: message.info.deliveryCount,
  ack: async () => message.ack(),
  nak: async (delayMs: number) => message.nak(delayMs),
  working: () => message.working(),
});
