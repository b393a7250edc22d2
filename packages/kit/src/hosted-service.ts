/** One service at work: pools, action handlers, relay, consumers, schedules. */
import type { RunningWorker, Schedule } from './bind.ts';
import type { Bus, Subscription } from './bus.ts';
import { type ProcessConfig, readConfig } from './config.ts';
import { kyselyOver } from './database/kysely.ts';
import { migrate, runtimeRole } from './database/migrate.ts';
import { createPools, type Pools } from './database/pool.ts';
import { forgetExpired } from './expired-tenants.ts';
import type { Host } from './host-parts.ts';
import { housekeeping } from './housekeeping.ts';
import { consumersOf, startConsumer } from './reactions.ts';
import { channel, type Relay, startRelay } from './relay.ts';
import { createRuntime, type Runtime } from './runtime.ts';
import { runSchedule, startSchedules, type Timers } from './schedules.ts';
import type { ServiceDefinition } from './service.ts';
import type { Consumer } from './turn.ts';
import { workerContext } from './unattended.ts';

export interface HostedService {
  definition: ServiceDefinition;
  runtime: Runtime;
  consumers: readonly Consumer[];
  schedules: readonly Schedule[];
  databaseUrl: string;
  ready(): Promise<boolean>;
  /** Begins to relay, consume and run timers. */
  startWork(options: { timers: boolean }): Promise<void>;
  /** Takes no new work and waits for what is under way; calls are the broker's. */
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
  const pools = createPools({
    url: databaseUrl,
    schema: service,
    max: host.config.SVC_POOL_MAX,
    log,
  });
  const waker = createWaker(service, pools, log);
  const runtime = createRuntime({
    service,
    pools,
    readDb: kyselyOver(pools.read),
    clock: host.clock,
    config: host.config,
    calls: definition.calls,
    transport: host.broker,
    log,
    metrics: host.metrics,
    serviceConfig,
    wakeRelay: waker.wake,
  });
  const consumers = consumersOf(definition);
  const schedules = [
    ...definition.schedules,
    ...housekeeping(runtime, consumers),
    ...forgetExpired(definition.forget),
  ];
  const hosted = { definition, runtime, consumers, schedules, databaseUrl };
  return {
    ...hosted,
    ready: async () => (await pools.read.query('select 1')).rowCount === 1,
    ...work(hosted, host.bus, waker),
    close: () => pools.end(),
  };
}

type Work = Pick<HostedService, 'startWork' | 'stopWork'>;
type Parts = Omit<HostedService, keyof Work | 'ready' | 'close'>;

function work(parts: Parts, bus: Bus, waker: Waker): Work {
  const { definition, runtime, consumers, schedules, databaseUrl } = parts;
  let relay: Relay | undefined;
  let subscriptions: Subscription[] = [];
  let cron: Timers | undefined;
  let workers: RunningWorker[] = [];
  return {
    startWork: async ({ timers }) => {
      relay = startRelay(runtime, bus, databaseUrl);
      waker.knows(relay);
      subscriptions = await Promise.all(
        consumers.map((consumer) => startConsumer(runtime, consumer, bus)),
      );
      workers = (definition.workers ?? []).map((worker) =>
        worker.start(workerContext(runtime, definition.contract, worker.name)),
      );
      if (timers) {
        cron = await startSchedules(runtime, definition.contract, { schedules, databaseUrl });
      }
    },
    stopWork: async () => {
      await cron?.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
      await relay?.stop();
    },
  };
}

interface Waker {
  wake(): void;
  /** Once there is a relay in this process. */
  knows(relay: Relay): void;
}

/** Wakes the relay of this process if it leads, else whichever leads, through the database. */
function createWaker(service: string, pools: Pools, log: Host['log']): Waker {
  let own: Relay | undefined;
  const notify = coalesced(() =>
    pools.write
      .query(`notify ${channel(service)}`)
      .catch((err: unknown) => log.warn({ err }, 'relay not woken')),
  );
  return {
    wake: () => (own?.leads() ? own.wake() : notify()),
    knows: (relay) => {
      own = relay;
    },
  };
}

/** Migrates as the owner where the owner's URL is known; otherwise that was done elsewhere. */
async function databaseUrlOf(
  config: ProcessConfig,
  { contract, migrations }: ServiceDefinition,
  log: Host['log'],
): Promise<string> {
  if (config.SVC_DATABASE_URL) {
    const given = new URL(config.SVC_DATABASE_URL);
    return given.username
      ? given.href
      : runtimeRole(given.href, contract.name, config.SVC_SECRET).url;
  }
  if (!config.SVC_POSTGRES_URL) {
    throw new Error('Set SVC_POSTGRES_URL (owner, migrates) or SVC_DATABASE_URL (runtime role).');
  }
  const { SVC_POSTGRES_URL: url, SVC_SECRET: secret, SVC_ENVIRONMENT: environment } = config;
  return migrate({ url, service: contract.name, migrations, environment, secret, log });
}

/** At most one call per 20 ms: NOTIFY in every commit would serialise all commits. */
function coalesced(act: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      act();
    }, 20);
  };
}

/** Runs one schedule of one service now, in all its batches. */
export async function runScheduleOf(
  services: readonly HostedService[],
  of: string,
  wanted: string,
): Promise<void> {
  const found = services.find(({ definition }) => definition.contract.name === of);
  const schedule = found?.schedules.find(({ name }) => name === wanted);
  if (!found || !schedule) throw new Error(`${of} has no schedule ${wanted} here`);
  await runSchedule(found.runtime, found.definition.contract, schedule);
}
