/** The process: broker, bus, clock, log and metrics, shared by the services it hosts. */
import { randomBytes } from 'node:crypto';
import { actionHandlers } from '../commands/serve.ts';
import { ownerSessions } from '../database/owner.ts';
import { jetStreamMessages, postgresMessages } from '../erasure/stream-erasure.ts';
import { jetStreamBus } from '../events/bus-jetstream.ts';
import { postgresBus } from '../events/bus-postgres.ts';
import { repeatAction, repeatPredecessors } from '../events/predecessor-request.ts';
import { type Broker, createBroker, type Neighbours } from '../nats/broker.ts';
import { connectAll, type NatsLink } from '../nats/nats.ts';
import { natsFigures } from '../nats/nats-figures.ts';
import { natsNames } from '../nats/nats-subjects.ts';
import { createLogger, type Logger } from '../observability/log.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { createTracer } from '../observability/tracer.ts';
import { operatorHandlers } from '../operator/actions.ts';
import { type SelfCalls, startSelfCalls } from '../operator/self-calls.ts';
import { readStatus } from '../operator/status.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { checkConfig, type ProcessConfig, processConfig, readConfig } from '../settings/config.ts';
import type { Clock } from '../values/clock.ts';
import { type Host, type HostedService, hostService } from './hosted-service.ts';

const systemClock: Clock = { now: () => new Date() };

/** Bounds of a graceful stop; see `shutdown.ts` for the hard one. */
const handlersDeadlineMs = 15_000;

export interface RunningHost extends Host {
  services: readonly HostedService[];
  ready(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface HostOptions {
  /** Names the process in logs; on the bus also the role whose names it uses. */
  name: string;
  services: readonly ServiceDefinition[];
  env?: NodeJS.ProcessEnv;
  clock?: Clock;
  /** Clocks of single services, by name: tests step them. */
  clocks?: Readonly<Record<string, Clock>>;
  log?: Logger;
  metrics?: Metrics;
  /** Actions of the services of other hosts in this process. */
  neighbours?: Neighbours | undefined;
  /** Roles without a service that the process plays: they reply to an operator's `ops status`. */
  roles?: readonly string[];
  /** Whether it writes or reads streams; by default, if it hosts services. */
  usesStreams?: boolean;
  /**
   * Called when the process gets no reply from itself although its link stands: it is useless then.
   */
  onSilence?: (log: Logger) => void;
  /** Whether schedules and tasks run by the real time; tests run them by their own clock. */
  timers?: boolean;
}

export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { name, env = process.env, clock = systemClock, clocks = {} } = options;
  const schemas = options.services.map((service) => service.config);
  checkConfig(schemas, { hostsServices: schemas.length > 0, env });
  const config = readConfig(processConfig, env);
  const log = options.log ?? createLogger({ name, level: config.SVC_LOG_LEVEL });
  const metrics = options.metrics ?? createMetrics();
  const namespace = config.SVC_NAMESPACE ?? `svc-${config.SVC_ENVIRONMENT}`;
  const unique = natsNames.node(name, randomBytes(4).toString('hex'));
  const usesStreams = options.usesStreams ?? schemas.length > 0;
  const nats = await connectAll(config, { role: name, name: unique, usesStreams, log });
  const carriers = { nats: nats?.calls ?? [], neighbours: options.neighbours };
  const broker = createBroker({ namespace, name: unique, ...carriers, log, metrics });
  const link = nats?.facts;
  if (nats) {
    const isConnected = () => broker.connected() && link?.connected() !== false;
    metrics.collect(natsFigures({ config, clock, isConnected }));
  }
  const parts = { link, namespace, log, hosted: schemas.length };
  const { bus, messages } = await createBus(config, parts);
  const tracer = await tracerOf(config, name);
  const host: Host = { config, broker, bus, messages, clock, clocks, log, metrics, tracer };

  const services = await Promise.all(
    options.services.map((definition) => hostService(host, definition, env)),
  );
  const { roles = [], onSilence } = options;
  serveAll(broker, services, roles);
  for (const { definition } of services) await bus.assertStream(definition.contract.name);
  await broker.start();
  const called = [...services.map(({ definition }) => definition.contract.name), ...roles];
  const selfCalls =
    nats && (await startSelfCalls(broker.overNats, { roles: called, log, onSilence }));
  const timers = options.timers ?? true;
  await Promise.all(services.map((service) => service.startWork({ timers })));

  return runningHost(host, { services, selfCalls, link, close: nats?.close });
}

interface HostParts {
  services: readonly HostedService[];
  selfCalls: SelfCalls | undefined;
  link: NatsLink | undefined;
  close: (() => Promise<void>) | undefined;
}

function runningHost(host: Host, { services, selfCalls, link, close }: HostParts): RunningHost {
  const { broker, bus, messages, tracer, log } = host;
  let stopping = false;
  return {
    ...host,
    services,
    ready: async () => {
      if (stopping || !broker.connected() || link?.connected() === false) return false;
      if (selfCalls?.answered() === false) return false;
      const answers = await Promise.all(services.map((service) => service.ready()));
      return answers.every(Boolean);
    },
    stop: async () => {
      stopping = true;
      void selfCalls?.stop();
      await broker.stop(handlersDeadlineMs);
      await Promise.all(services.map((service) => service.stopWork()));
      await Promise.all([bus.close(), messages.close()]);
      await close?.();
      await Promise.all(services.map((service) => service.close()));
      await tracer.stop().catch((err: unknown) => log.warn({ err }, 'traces not exported'));
    },
  };
}

const tracerOf = (config: ProcessConfig, service: string) =>
  createTracer({
    url: config.SVC_TRACES_URL,
    ratio: config.SVC_TRACES_RATIO,
    service,
    environment: config.SVC_ENVIRONMENT,
  });

function serveAll(
  broker: Broker,
  services: readonly HostedService[],
  roles: readonly string[],
): void {
  for (const service of services) serve(broker, service);
  const ready = async () => broker.connected();
  for (const role of roles) broker.serve(role, { readStatus: readStatus({ ready }) });
}

const serve = (broker: Broker, service: HostedService): void => {
  const { definition, runtime } = service;
  broker.serve(definition.contract.name, {
    ...actionHandlers(definition, runtime),
    [repeatAction]: repeatPredecessors(runtime),
    ...operatorHandlers(service),
  });
};

interface BusParts {
  link: NatsLink | undefined;
  namespace: string;
  log: Logger;
  hosted: number;
}

async function createBus(
  config: ProcessConfig,
  { link, namespace, log, hosted }: BusParts,
): Promise<Pick<Host, 'bus' | 'messages'>> {
  if (link) {
    const replicas = config.SVC_NATS_REPLICAS;
    const bus = jetStreamBus({ nats: link, namespace, replicas, log });
    return { bus, messages: jetStreamMessages(link, namespace) };
  }
  if (hosted > 0 && config.SVC_POSTGRES_URL) {
    const url = await ownerSessions(config.SVC_POSTGRES_URL, 'bus');
    return { bus: await postgresBus({ url, log }), messages: postgresMessages(url, log) };
  }
  throw new Error('Set SVC_NATS_URL; without it one process needs SVC_POSTGRES_URL for its bus.');
}
