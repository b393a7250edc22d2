/** Moleculer as the carrier of calls: over NATS, or inside one process when there is none. */
import { EventEmitter } from 'node:events';
import { ServiceBroker } from 'moleculer';
import { type Subscription as NatsSubscription, StringCodec } from 'nats';
import { buildInfo } from '../process/build-info.ts';
import type { Logger } from '../process/log.ts';
import { type NatsLink, type NatsLogin, natsOptions } from '../process/nats.ts';
import { natsNames } from '../process/nats-subjects.ts';
import { currentTraceparent } from '../tracing/trace-context.ts';
import { type BrokerNode, nodesOf } from './broker-nodes.ts';
import { GatheredNats } from './gathered-nats.ts';
import type { CallMeta, Reply, Transport } from './transport.ts';

/** Call timeout, ms: longer than any action takes, shorter than the 10 s of a client. */
const callTimeoutMs = 8_000;
/** Backoff, ms, for requests that were not sent because the service restarts. */
const retryPausesMs = [50, 150, 400, 1_000];

export type { BrokerNode };

export type ActionHandler = (input: unknown, meta: CallMeta) => Promise<Reply>;

export interface Broker extends Transport {
  serve(service: string, actions: Record<string, ActionHandler>): void;
  /** Processes that are connected: known some moments after the start. */
  nodes(): BrokerNode[];
  start(): Promise<void>;
  /** Graceful stop: drains subscriptions, awaits running calls up to the deadline, disconnects. */
  stop(deadlineMs: number): Promise<void>;
}

interface Request {
  input: unknown;
  meta: CallMeta;
}

interface BrokerOptions {
  namespace: string;
  name: string;
  nats?: { login: NatsLogin; link: NatsLink };
  log: Logger;
}

export function createBroker(options: BrokerOptions): Broker {
  const { namespace, nats } = options;
  const broker = serviceBroker(options);
  const running = new Set<Promise<unknown>>();
  let served = 0;
  const connected = () => !nats || nats.link.connected();
  return {
    call: callsOver(broker, connected, options.log),
    connected,
    ...hints(namespace, nats?.link),
    serve: (service, actions) => {
      const names = Object.keys(actions);
      // Moleculer would flush after its start, with an unhandled rejection if the link is lost.
      if (names.length === 0) return;
      served += names.length;
      broker.createService({ name: service, actions: tracked(actions, running) });
    },
    nodes: () => nodesOf(broker),
    start: async () => {
      await broker.start();
      if (nats) await subscribed(broker, served);
    },
    stop: async (deadlineMs) => {
      await drainSubscriptions(broker);
      await withDeadline(deadlineMs, Promise.allSettled([...running]));
      await withDeadline(deadlineMs, broker.stop());
    },
  };
}

const serviceBroker = ({ namespace, name, nats }: BrokerOptions) =>
  new ServiceBroker({
    namespace,
    nodeID: name,
    metadata: buildInfo,
    logger: false,
    ...(nats && { transporter: new GatheredNats(natsOptions(nats.login, name)) }),
    // NATS queue groups pick the replica: a killed one stops getting requests at once.
    disableBalancer: nats !== undefined,
    requestTimeout: callTimeoutMs,
    heartbeatInterval: 2,
    heartbeatTimeout: 8,
    validator: false,
    registry: { stopDelay: 0 },
    skipProcessEventRegistration: true,
    internalServices: false,
  });

const callsOver =
  (broker: ServiceBroker, connected: () => boolean, log: Logger): Transport['call'] =>
  async (service, action, input, meta) => {
    const target = `${service}.${action}`;
    const request: Request = { input, meta: withTrace(meta) };
    const deadline = Date.now() + callTimeoutMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        if (!connected()) return unavailable;
        return await broker.call<Reply, Request>(target, request);
      } catch (err) {
        const pauseMs = retryPausesMs[attempt];
        if (neverSent(err) && pauseMs !== undefined && Date.now() + pauseMs < deadline) {
          await new Promise((done) => setTimeout(done, pauseMs));
          continue;
        }
        if (isTooLarge(err)) return tooLarge;
        log.warn({ err, target, request_id: meta.requestId }, 'call failed');
        return unavailable;
      }
    }
  };

function withTrace(meta: CallMeta): CallMeta {
  const traceparent = currentTraceparent();
  if (traceparent === undefined || traceparent === meta.traceparent) return meta;
  return { ...meta, traceparent };
}

/** Moleculer handlers that register running calls in `running`. */
function tracked(actions: Record<string, ActionHandler>, running: Set<Promise<unknown>>) {
  const handlerOf = (handle: ActionHandler) => (context: { params: Request }) => {
    const work = handle(context.params.input, context.params.meta);
    running.add(work);
    const done = () => running.delete(work);
    work.then(done, done);
    return work;
  };
  return Object.fromEntries(
    Object.entries(actions).map(([name, handle]) => [name, { handler: handlerOf(handle) }]),
  );
}

const unavailable: Reply = { fault: 'unavailable' };

/** Larger than NATS accepts (`max_payload`, 1 MiB by default): a retry would fail again. */
const tooLarge: Reply = {
  refused: { code: 'payload_too_large', detail: 'The request is larger than 1 MiB.' },
};
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'MAX_PAYLOAD_EXCEEDED';

const neverSent = (error: unknown): boolean =>
  error instanceof Error &&
  'type' in error &&
  (error.type === 'SERVICE_NOT_FOUND' || error.type === 'SERVICE_NOT_AVAILABLE');

/** Moleculer subscribes to the queues of its actions shortly after `start` has resolved. */
async function subscribed(broker: ServiceBroker, count: number): Promise<void> {
  while (subscriptionsOf(broker).length < count) {
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** `broker.stop` drops requests that were already delivered; draining handles them first. */
async function drainSubscriptions(broker: ServiceBroker): Promise<void> {
  const drained = subscriptionsOf(broker)
    .splice(0)
    .map((subscription) => subscription.drain());
  await withDeadline(2_000, Promise.allSettled(drained));
}

/** Reaches into the NATS transporter: moleculer offers no way to drain. */
function subscriptionsOf(broker: ServiceBroker): NatsSubscription[] {
  const transporter: unknown = broker.transit?.tx;
  if (typeof transporter !== 'object' || transporter === null) return [];
  if (!('subscriptions' in transporter) || !Array.isArray(transporter.subscriptions)) return [];
  return transporter.subscriptions;
}

async function withDeadline(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}

/** Ignores a malformed hint: an exception in the callback would end the connection. */
function parseHint(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

function hints(namespace: string, link: NatsLink | undefined) {
  const codec = StringCodec();
  const local = new EventEmitter();
  const subject = (topic: string) => natsNames.hint(namespace, topic);
  return {
    broadcast: (topic: string, payload: unknown) => {
      if (!link) local.emit(topic, payload);
      else if (link.connected()) {
        link.connection.publish(subject(topic), codec.encode(JSON.stringify(payload)));
      }
    },
    subscribe: (topic: string, handler: (payload: unknown) => void) => {
      if (!link) {
        local.on(topic, handler);
        return;
      }
      link.connection.subscribe(subject(topic), {
        callback: (error, message) => {
          if (error) return;
          const payload = parseHint(codec.decode(message.data));
          if (payload !== undefined) handler(payload);
        },
      });
    },
  };
}
