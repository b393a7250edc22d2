/** What the services of one process share: broker, bus, clock, log, metrics. */
import { randomBytes } from 'node:crypto';
import { createBroker } from './broker.ts';
import type { Bus } from './bus.ts';
import { jetStreamBus } from './bus-jetstream.ts';
import { postgresBus } from './bus-postgres.ts';
import { type Clock, systemClock } from './clock.ts';
import { type ProcessConfig, processConfig, readConfig } from './config.ts';
import type { Host } from './host-parts.ts';
import { type HostedService, hostService } from './hosted-service.ts';
import { createLogger, type Logger } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { connectNats, type Nats } from './nats.ts';
import { actionHandlers } from './serve.ts';
import type { ServiceDefinition } from './service.ts';

/** Bounds of a graceful stop; see `shutdown.ts` for the hard one. */
const handlersDeadlineMs = 15_000;

export interface RunningHost extends Host {
  services: readonly HostedService[];
  ready(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface HostOptions {
  /** Names the process in logs and on the bus. */
  name: string;
  services: readonly ServiceDefinition[];
  env?: NodeJS.ProcessEnv;
  clock?: Clock;
  log?: Logger;
  metrics?: Metrics;
  /** Cron timers run; tests run schedules by hand. */
  timers?: boolean;
}

export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { name, env = process.env, clock = systemClock } = options;
  const config = readConfig(processConfig, env);
  const log = options.log ?? createLogger({ name, level: config.SVC_LOG_LEVEL });
  const metrics = options.metrics ?? createMetrics();
  const namespace = config.SVC_NAMESPACE ?? `svc-${config.SVC_ENVIRONMENT}`;
  const unique = `${name}-${randomBytes(4).toString('hex')}`;
  const url = config.SVC_NATS_URL;
  const link = url ? await connectNats(url, unique, log) : undefined;
  const broker = createBroker({
    namespace,
    name: unique,
    ...(url && link && { nats: { url, link } }),
    log,
  });
  const bus = await createBus(config, { link, namespace, log, hosted: options.services.length });
  const host: Host = { config, broker, bus, clock, log, metrics };

  const services = await Promise.all(
    options.services.map((definition) => hostService(host, definition, env)),
  );
  for (const { definition, runtime } of services) {
    broker.serve(definition.contract.name, actionHandlers(definition, runtime));
  }
  for (const { definition } of services) await bus.assertStream(definition.contract.name);
  await broker.start();
  const timers = options.timers ?? true;
  await Promise.all(services.map((service) => service.startWork({ timers })));

  let stopping = false;
  return {
    ...host,
    services,
    ready: async () => {
      if (stopping || !broker.connected()) return false;
      const answers = await Promise.all(services.map((service) => service.ready()));
      return answers.every(Boolean);
    },
    stop: async () => {
      stopping = true;
      await broker.stop(handlersDeadlineMs);
      await Promise.all(services.map((service) => service.stopWork()));
      await bus.close();
      await link?.close();
      await Promise.all(services.map((service) => service.close()));
    },
  };
}

interface BusParts {
  link: Nats | undefined;
  namespace: string;
  log: Logger;
  hosted: number;
}

async function createBus(
  config: ProcessConfig,
  { link, namespace, log, hosted }: BusParts,
): Promise<Bus> {
  if (link) {
    return jetStreamBus({ nats: link, namespace, replicas: config.SVC_NATS_REPLICAS, log });
  }
  if (hosted > 0 && config.SVC_POSTGRES_URL) {
    return postgresBus({ url: config.SVC_POSTGRES_URL, log });
  }
  throw new Error('Set SVC_NATS_URL; without it one process needs SVC_POSTGRES_URL for its bus.');
}
