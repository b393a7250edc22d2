/** Moleculer as the carrier of calls: over NATS, or within one process without it. */
import type { Subscription } from '@nats-io/transport-node';
import { ServiceBroker } from 'moleculer';
import type { CallMeta, Reply, Transport } from '../calls/transport.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { currentTraceparent } from '../observability/trace-context.ts';
import { type BrokerNode, describeOnDemand, findNodes } from './broker-nodes.ts';
import { GatheredNats } from './gathered-nats.ts';
import { hintsOver } from './hints.ts';
import type { CallsLogin, NatsLink } from './nats.ts';
import { declareAction, QuietDiscovery } from './quiet-discovery.ts';

/** Call timeout, ms: longer than any action takes, shorter than the 10 s of a client. */
const callTimeoutMs = 8_000;
/** Backoff, ms, for requests that were not sent because the service restarts. */
const retryPausesMs = [50, 150, 400, 1_000];

export type { BrokerNode };

export type ActionHandler = (input: unknown, meta: CallMeta) => Promise<Reply>;

/**
 * Handlers of other brokers in this process, by `<service>.<action>`. Calls to them need no NATS.
 */
export type Neighbours = Map<string, ActionHandler>;

export interface Broker extends Transport {
  /** Calls over NATS what is in this process, too. */
  overNats: Pick<Transport, 'call' | 'connected'>;
  serve(service: string, actions: Record<string, ActionHandler>): void;
  /** Processes that are connected and serve something. */
  nodes(): Promise<BrokerNode[]>;
  start(): Promise<void>;
  /** Graceful stop: drains subscriptions, awaits running calls up to the deadline, disconnects. */
  stop(deadlineMs: number): Promise<void>;
}

interface Request {
  input: unknown;
  meta: CallMeta;
}

export interface CallsConnection {
  login: Pick<CallsLogin, 'role' | 'announces'>;
  link: NatsLink;
}

interface BrokerOptions {
  namespace: string;
  name: string;
  /** Calls go through the first; all are served. Absent: inside this process. */
  nats?: readonly CallsConnection[];
  neighbours?: Neighbours | undefined;
  log: Logger;
  metrics?: Pick<Metrics, 'callsUnanswered'>;
}

export function createBroker(options: BrokerOptions): Broker {
  const { namespace, name, nats = [], neighbours, log, metrics } = options;
  const overNats = nats.length > 0;
  const brokers = (overNats ? nats : [undefined]).map((each) => serviceBroker(options, each));
  const links = nats.map(({ link }) => link);
  const hints = hintsOver(namespace, links);
  const running = new Set<Promise<unknown>>();
  let served = 0;
  const connected = () => links[0]?.connected() ?? true;
  const far: Send = async (target, request) =>
    connected() ? through(brokers, overNats)(target, request) : unavailable;
  const outside = callsOver(far, { log, metrics });
  const joined = new Set<string>();
  return {
    call: neighbours ? callsOver(nearFirst(neighbours, far), { log, metrics }) : outside,
    overNats: { call: outside, connected },
    connected,
    ...hints,
    serve: (service, actions) => {
      const names = Object.keys(actions);
      // Moleculer would flush after its start, with an unhandled rejection if the link is lost.
      if (names.length === 0) return;
      served += names.length;
      const handlers = tracked(actions, running);
      for (const [action, handle] of Object.entries(handlers)) {
        neighbours?.set(`${service}.${action}`, handle);
        joined.add(`${service}.${action}`);
      }
      const schema = { name: service, actions: moleculerActions(handlers) };
      for (const broker of brokers) broker.createService(schema);
    },
    nodes: () => findNodes(hints),
    start: async () => {
      if (served > 0) describeOnDemand(hints, name);
      await Promise.all(brokers.map((broker) => broker.start()));
      if (overNats) await Promise.all(brokers.map(subscribeActions));
    },
    stop: async (deadlineMs) => {
      for (const target of joined) neighbours?.delete(target);
      await Promise.all(brokers.map(drainSubscriptions));
      await withDeadline(deadlineMs, Promise.allSettled([...running]));
      await withDeadline(deadlineMs, Promise.all(brokers.map((broker) => broker.stop())));
    },
  };
}

function serviceBroker(
  { namespace, name }: BrokerOptions,
  connection: CallsConnection | undefined,
) {
  const broker = new ServiceBroker({
    namespace,
    nodeID: name,
    logger: false,
    registry: { stopDelay: 0 },
    ...(connection && overConnection(connection)),
    requestTimeout: callTimeoutMs,
    validator: false,
    skipProcessEventRegistration: true,
    internalServices: false,
  });
  // All services are made before the start; moleculer would wait a second for further ones.
  broker.localServiceChanged = () => undefined;
  return broker;
}

const overConnection = ({ link, login: { role, announces } }: CallsConnection) => ({
  transporter: new GatheredNats({ connection: link.connection, role, announces }),
  // NATS queue groups pick the replica: a killed one stops getting requests immediately.
  disableBalancer: true,
  registry: { discoverer: new QuietDiscovery(announces), stopDelay: 0 },
});

type Send = (target: string, request: Request) => Promise<Reply>;

/** Through the first connection on which somebody listens. */
const through =
  ([broker, ...others]: readonly ServiceBroker[], overNats: boolean): Send =>
  async (target, request) => {
    if (!broker) return unavailable;
    if (overNats) declareAction(broker, target);
    try {
      return await broker.call<Reply, Request>(target, request);
    } catch (err) {
      if (others.length === 0 || !neverSent(err)) throw err;
      return through(others, overNats)(target, request);
    }
  };

const callsOver =
  (
    send: Send,
    { log, metrics }: { log: Logger; metrics: BrokerOptions['metrics'] },
  ): Transport['call'] =>
  async (service, action, input, meta) => {
    const target = `${service}.${action}`;
    const request: Request = { input, meta: withTrace(meta) };
    const deadline = Date.now() + callTimeoutMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await send(target, request);
      } catch (err) {
        const pauseMs = retryPausesMs[attempt];
        if (neverSent(err) && pauseMs !== undefined && Date.now() + pauseMs < deadline) {
          await new Promise((done) => setTimeout(done, pauseMs));
          continue;
        }
        if (isTooLarge(err)) return tooLarge;
        log.warn({ err, target, request_id: meta.requestId }, 'call failed');
        metrics?.callsUnanswered.inc({ target: service });
        return unavailable;
      }
    }
  };

function withTrace(meta: CallMeta): CallMeta {
  const traceparent = currentTraceparent();
  if (traceparent === undefined || traceparent === meta.traceparent) return meta;
  return { ...meta, traceparent };
}

/** Handlers that register running calls in `running`. */
function tracked(actions: Record<string, ActionHandler>, running: Set<Promise<unknown>>) {
  const trackedOf =
    (handle: ActionHandler): ActionHandler =>
    (input, meta) => {
      const work = handle(input, meta);
      running.add(work);
      const done = () => running.delete(work);
      work.then(done, done);
      return work;
    };
  return Object.fromEntries(
    Object.entries(actions).map(([name, handle]) => [name, trackedOf(handle)]),
  );
}

const moleculerActions = (handlers: Record<string, ActionHandler>) =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      { handler: ({ params: { input, meta } }: { params: Request }) => handle(input, meta) },
    ]),
  );

/** Calls a neighbour in this process directly, others by `far`. */
const nearFirst =
  (neighbours: Neighbours, far: Send): Send =>
  async (target, request) => {
    const handle = neighbours.get(target);
    if (!handle) return far(target, request);
    const reply = await withDeadline(callTimeoutMs, handle(request.input, request.meta));
    if (reply === undefined) throw new Error(`no reply within ${callTimeoutMs} ms`);
    return reply;
  };

const unavailable: Reply = { fault: 'unavailable' };

/** Larger than NATS accepts (`max_payload`, 1 MiB by default): a retry would fail again. */
const tooLarge: Reply = {
  refused: { code: 'payload_too_large', detail: 'The request is larger than 1 MiB.' },
};
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && /max_payload/i.test(error.message);

const neverSent = (error: unknown): boolean =>
  error instanceof Error &&
  'type' in error &&
  (error.type === 'SERVICE_NOT_FOUND' || error.type === 'SERVICE_NOT_AVAILABLE');

const subscribeActions = ({ registry }: ServiceBroker) => registry.discoverer.sendLocalNodeInfo();

/** `broker.stop` drops requests that were already delivered; draining handles them first. */
async function drainSubscriptions(broker: ServiceBroker): Promise<void> {
  const drained = subscriptionsOf(broker)
    .splice(0)
    .map((subscription) => subscription.drain());
  await withDeadline(2_000, Promise.allSettled(drained));
}

/** Reaches into the NATS transporter: moleculer offers no way to drain. */
function subscriptionsOf(broker: ServiceBroker): Subscription[] {
  const transporter: unknown = broker.transit?.tx;
  if (typeof transporter !== 'object' || transporter === null) return [];
  if (!('subscriptions' in transporter) || !Array.isArray(transporter.subscriptions)) return [];
  return transporter.subscriptions;
}

/** Undefined where the work takes longer. */
async function withDeadline<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((done) => {
    timer = setTimeout(done, ms, undefined);
  });
  return await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
