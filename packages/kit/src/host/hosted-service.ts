/** Lifecycle of one service inside a process: pools, relay, consumers, workers, schedules. */

import { kyselyOver } from '../database/kysely.ts';
import { runtimeLogins } from '../database/logins.ts';
import { migrate } from '../database/migrate.ts';
import { createPools, type Pools } from '../database/pool.ts';
import { checkSchemaFit } from '../database/schema-fit.ts';
import { erasureSchedules } from '../erasure/erasure.ts';
import { type StreamMessages, startStreamEraser } from '../erasure/stream-erasure.ts';
import { tenantPurgeSchedules } from '../erasure/tenant-purge.ts';
import type { Bus, Subscription } from '../events/bus.ts';
import type { Consumer } from '../events/consumer-transaction.ts';
import { consumersOf, startConsumer } from '../events/reactions.ts';
import { channel, type Relay, startRelay } from '../events/relay.ts';
import type { Broker } from '../nats/broker.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracer } from '../observability/tracer.ts';
import type { OperatedService } from '../operator/operated-service.ts';
import type { RunningWorker, Schedule } from '../service/bind.ts';
import { createRuntime, type Runtime } from '../service/runtime.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { type ProcessConfig, readConfig } from '../settings/config.ts';
import { workerContext } from '../tasks/background-transaction.ts';
import { startTimers } from '../tasks/schedules.ts';
import type { Clock } from '../values/clock.ts';
import { collectFigures } from './collector.ts';
import { housekeeping } from './housekeeping.ts';

/** Shared by all services of one process; `host.ts` makes it. */
export interface Host {
  config: ProcessConfig;
  broker: Broker;
  bus: Bus;
  messages: StreamMessages;
  clock: Clock;
  /** Clocks of single services that have their own. */
  clocks: Readonly<Record<string, Clock>>;
  log: Logger;
  metrics: Metrics;
  tracer: Tracer;
}

export interface HostedService extends OperatedService {
  definition: ServiceDefinition;
  schedules: readonly Schedule[];
  databaseUrl: string;
  /** Starts relay, consumers, workers and, if wanted, timers: schedules and tasks. */
  startWork(options: { timers: boolean }): Promise<void>;
  /** Graceful stop: starts no new work and awaits running work. The broker drains calls. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

export async function hostService(
  host: Host,
  definition: ServiceDefinition,
  env: NodeJS.ProcessEnv,
): Promise<HostedService> {
  const service = definition.contract.name;
  const log = host.log.child({ service });
  const serviceConfig = readConfig(definition.config, env);
  const databaseUrl = await databaseUrlOf(host.config, definition, log);
  const { SVC_POOL_MAX: max } = host.config;
  const pools = createPools({ url: databaseUrl, schema: service, max, log });
  if (host.config.SVC_DATABASE_URL) await checkFit(pools, definition, log);
  const waker = createRelayWaker(service, pools, log);
  const workers = new Map<string, RunningWorker>();
  const runtime = createRuntime({
    service,
    pools,
    readDb: kyselyOver(pools.read),
    clock: host.clocks[service] ?? host.clock,
    config: host.config,
    calls: definition.calls,
    transport: host.broker,
    log,
    metrics: host.metrics,
    tracer: host.tracer,
    serviceConfig,
    tasks: new Set(definition.tasks?.map(({ type }) => type.name)),
    wakeRelay: waker.wake,
    wakeWorker: (name) => workers.get(name)?.wake?.(),
  });
  const consumers = consumersOf(definition);
  const figures = collectFigures({
    runtime,
    definition,
    bus: host.bus,
    consumers,
    config: serviceConfig,
  });
  const schedules = schedulesOf(definition, runtime, consumers);
  const hosted = { definition, runtime, consumers, schedules, databaseUrl };
  return {
    ...hosted,
    figures,
    ready: async () => (await pools.read.query('select 1')).rowCount === 1,
    ...lifecycle(hosted, host, { waker, workers }),
    close: () => pools.end(),
  };
}

const schedulesOf = (
  definition: ServiceDefinition,
  runtime: Runtime,
  consumers: readonly Consumer[],
): Schedule[] => [
  ...definition.schedules,
  ...housekeeping(runtime, consumers),
  ...tenantPurgeSchedules(definition.purge),
  ...erasureSchedules(definition.erasure),
];

async function checkFit(
  pools: Pools,
  { contract, migrations }: ServiceDefinition,
  log: Logger,
): Promise<void> {
  const schema = { service: contract.name, migrations };
  await checkSchemaFit(pools.read, schema, log).catch(async (error: unknown) => {
    await pools.end();
    throw error;
  });
}

type Lifecycle = Pick<HostedService, 'startWork' | 'stopWork'>;
type ServiceParts = Omit<HostedService, keyof Lifecycle | 'ready' | 'figures' | 'close'>;

function lifecycle(
  parts: ServiceParts,
  { bus, messages }: Host,
  { waker, workers }: { waker: RelayWaker; workers: Map<string, RunningWorker> },
): Lifecycle {
  const { definition, runtime, consumers, schedules, databaseUrl } = parts;
  let relay: Relay | undefined;
  let eraser: RunningWorker | undefined;
  const subscriptions: Subscription[] = [];
  let cron: RunningWorker | undefined;
  return {
    startWork: async ({ timers }) => {
      relay = startRelay(runtime, bus, databaseUrl);
      waker.attach(relay);
      if (definition.erasure) eraser = startStreamEraser(runtime, messages);
      // One after the other: a pool of few connections serves the consumers of all services.
      for (const consumer of consumers) {
        subscriptions.push(await startConsumer(runtime, consumer, bus));
      }
      for (const { name, start } of definition.workers ?? []) {
        workers.set(name, start(workerContext(runtime, definition.contract, `worker:${name}`)));
      }
      if (timers) {
        cron = await startTimers(runtime, definition, { schedules, databaseUrl });
      }
    },
    stopWork: async () => {
      await cron?.stop();
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
      await eraser?.stop();
      await relay?.stop();
    },
  };
}

interface RelayWaker {
  wake(): void;
  /** Sets the relay of this process, once it is started. */
  attach(relay: Relay): void;
}

/** Wakes the leading relay: directly if it is in this process, otherwise by NOTIFY. */
function createRelayWaker(service: string, pools: Pools, log: Host['log']): RelayWaker {
  let local: Relay | undefined;
  const notify = debounced(() =>
    pools.write
      .query(`notify ${channel(service)}`)
      .catch((err: unknown) => log.warn({ err }, 'relay not woken; its next poll publishes')),
  );
  return {
    wake: () => (local?.leads() ? local.wake() : notify()),
    attach: (relay) => {
      local = relay;
    },
  };
}

/** Migrates if the owner's URL is known; otherwise a deployment step has migrated already. */
async function databaseUrlOf(
  config: ProcessConfig,
  { contract, migrations }: ServiceDefinition,
  log: Host['log'],
): Promise<string> {
  const login = { password: config.SVC_DATABASE_PASSWORD, secret: config.SVC_SECRET };
  if (config.SVC_DATABASE_URL) {
    const given = new URL(config.SVC_DATABASE_URL);
    if (given.username) return given.href;
    return runtimeLogins(given.href, contract.name, login)[0].url;
  }
  if (!config.SVC_POSTGRES_URL) {
    throw new Error('Set SVC_POSTGRES_URL (owner, migrates) or SVC_DATABASE_URL (runtime role).');
  }
  const { SVC_POSTGRES_URL: url, SVC_ENVIRONMENT: environment } = config;
  return migrate({ url, service: contract.name, migrations, environment, login, log });
}

/**
 * NOTIFY locks the whole database at commit: one per commit would serialise all
 * (docs/architecture/events.md).
 */
const notifyDelayMs = 20;

/** Debounce: calls within the delay after the first one become a single call at its end. */
function debounced(act: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      act();
    }, notifyDelayMs);
  };
}
