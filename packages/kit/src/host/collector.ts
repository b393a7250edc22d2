/**
 * Reads, at each scrape, the figures of a service that are not counted where they happen: pools,
 * queues of its tables, lag of its consumers, disk. Runs them one after the other, on one
 * connection; if one fails, only `svc_collector_up` 0 is shown, so that no figure is stale. The lag
 * comes from NATS: while NATS is unavailable, the lag alone is left out.
 */
import { workerSchema } from '../database/owner.ts';
import type { Pools } from '../database/pool.ts';
import type { Bus } from '../events/bus.ts';
import type { Consumer } from '../events/consumer-transaction.ts';
import { ageSeconds, type Sample } from '../observability/metric.ts';
import { kitMetrics } from '../observability/metric-definitions.ts';
import type { Runtime } from '../service/runtime.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { diskSpace } from '../storage/disk.ts';

interface CollectorParts {
  runtime: Runtime;
  definition: ServiceDefinition;
  bus: Bus;
  consumers: readonly Consumer[];
  config: unknown;
}

/** Registers them; returns what reads them outside of a scrape. */
export function collectFigures(parts: CollectorParts): () => Promise<readonly Sample[]> {
  const { service, metrics, pools, log } = parts.runtime;
  const named = parts.definition.metrics?.definitions ?? [];
  for (const wanted of [kitMetrics.baseBackupAge, ...named]) metrics.of.any(wanted);
  startCounters(parts);
  metrics.collect(async () => {
    const isUp = (value: number): Sample => ({
      metric: kitMetrics.collectorUp,
      value,
      labels: { service },
    });
    try {
      return [isUp(1), ...poolSamples(service, pools), ...(await storedSamples(parts))];
    } catch (err) {
      log.warn({ err }, 'figures could not be collected');
      return [isUp(0), ...poolSamples(service, pools)];
    }
  });
  return () => storedSamples(parts);
}

const lossReasons = ['recreated', 'truncated', 'purged', 'hollow', 'reused', 'requested'];

/** From 0 on: a counter that begins with its first event shows no increase. */
function startCounters({ runtime, consumers, definition }: CollectorParts): void {
  const { service, metrics } = runtime;
  for (const reason of lossReasons) metrics.repeated.inc({ service, reason }, 0);
  for (const reason of ['full', 'failed']) metrics.publishFailures.inc({ service, reason }, 0);
  for (const task of runtime.tasks) metrics.tasks.inc({ service, task, outcome: 'given_up' }, 0);
  for (const { name: schedule } of definition.schedules) {
    metrics.schedules.inc({ service, schedule, outcome: 'failed' }, 0);
  }
  for (const { name: consumer, producer } of consumers) {
    metrics.handled.inc({ consumer, producer, outcome: 'handled' }, 0);
  }
}

async function storedSamples({ runtime, definition, bus, consumers, config }: CollectorParts) {
  const samples: Sample[] = [...(await outboxSamples(runtime)), ...(await taskSamples(runtime))];
  samples.push(...(await backupSamples(runtime)));
  samples.push(...(await setAsideSamples(runtime, consumers)));
  samples.push(...(await lagSamples(bus, consumers).catch(withoutLag(runtime))));
  samples.push(...(await diskSamples(runtime.service, config)));
  const context = { db: runtime.readDb, now: runtime.clock.now(), config };
  for (const { read } of definition.metrics?.readers ?? []) samples.push(...(await read(context)));
  return samples;
}

const poolSamples = (service: string, { read, write, isAway }: Pools): Sample[] => [
  { metric: kitMetrics.postgresAway, value: isAway() ? 1 : 0, labels: { service } },
  ...Object.entries({ read, write }).flatMap(
    ([pool, { totalCount, idleCount, waitingCount, options }]) => {
      const labels = { service, pool };
      const connections = (state: string, value: number): Sample => ({
        metric: kitMetrics.poolConnections,
        value,
        labels: { ...labels, state },
      });
      return [
        connections('in_use', totalCount - idleCount),
        connections('idle', idleCount),
        { metric: kitMetrics.poolConnectionsMax, value: options.max, labels },
        { metric: kitMetrics.poolWaiting, value: waitingCount, labels },
      ];
    },
  ),
];

/** Of the server's backups, as each service sees its own server; `deploy/backup.sh` tells of bases. */
async function backupSamples({ service, pools, clock }: Runtime): Promise<Sample[]> {
  const { rows } = await pools.read.query<{ failing: boolean; base_at: Date | null }>(
    `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
            (select max(split_part(setting, '=', 2)::timestamptz)
               from pg_db_role_setting
               left join pg_database d on d.oid = setdatabase, unnest(setconfig) as setting
              where setrole = 0 and (setdatabase = 0 or datname = current_database())
                and setting like 'svc.base_backup_at=%') as base_at
       from pg_stat_archiver`,
  );
  const [{ failing, base_at } = { failing: false, base_at: null }] = rows;
  const age = base_at && (clock.now().getTime() - base_at.getTime()) / 1_000;
  return [
    { metric: kitMetrics.archiveFailing, value: failing ? 1 : 0, labels: { service } },
    ...(age === null
      ? []
      : [{ metric: kitMetrics.baseBackupAge, value: age, labels: { service } }]),
  ];
}

interface CountAndOldest {
  n: number;
  oldest: Date | null;
}

/** Counted up to here, so that a scrape stays cheap while a backlog grows. */
const countMax = 100_000;

async function outboxSamples({ service, pools, clock }: Runtime): Promise<Sample[]> {
  const { rows } = await pools.read.query<CountAndOldest>(
    `select (select count(*)::int from (
              select from outbox where published_at is null limit ${countMax}) as pending) as n,
            (select created_at from outbox where published_at is null
              order by repeats, id limit 1) as oldest`,
  );
  const labels = { service };
  return [
    { metric: kitMetrics.outboxPending, value: rows[0]?.n ?? 0, labels },
    {
      metric: kitMetrics.outboxPendingAge,
      value: ageSeconds(clock.now(), rows[0]?.oldest),
      labels,
    },
  ];
}

async function taskSamples({ service, tasks, pools, clock }: Runtime): Promise<Sample[]> {
  if (tasks.size === 0) return [];
  const { rows } = await pools.read.query<CountAndOldest>(
    `select count(*)::int as n, min(run_at) as oldest from ${workerSchema(service)}.jobs
      where task_identifier = any ($1) and run_at <= $2 and attempts < max_attempts`,
    [[...tasks], clock.now()],
  );
  const labels = { service };
  return [
    { metric: kitMetrics.tasksDue, value: rows[0]?.n ?? 0, labels },
    { metric: kitMetrics.tasksDueAge, value: ageSeconds(clock.now(), rows[0]?.oldest), labels },
  ];
}

/** Parked events and dead letters of each consumer. */
async function setAsideSamples(
  { pools, clock }: Runtime,
  consumers: readonly Consumer[],
): Promise<Sample[]> {
  if (consumers.length === 0) return [];
  const read = async (table: string, column: string) => {
    const { rows } = await pools.read.query<CountAndOldest & { consumer: string }>(
      `select consumer, count(*)::int as n, min(${column}) as oldest from ${table} group by consumer`,
    );
    return new Map(rows.map((row) => [row.consumer, row]));
  };
  const parked = await read('parked_event', 'parked_at');
  const dead = await read('dead_letter', 'created_at');
  return consumers.flatMap(({ name }) => {
    const labels = { consumer: name };
    const age = ageSeconds(clock.now(), parked.get(name)?.oldest);
    return [
      { metric: kitMetrics.parked, value: parked.get(name)?.n ?? 0, labels },
      { metric: kitMetrics.parkedAge, value: age, labels },
      { metric: kitMetrics.deadLetters, value: dead.get(name)?.n ?? 0, labels },
    ];
  });
}

async function lagSamples(bus: Bus, consumers: readonly Consumer[]): Promise<Sample[]> {
  const read = consumers.map(async ({ name, producer }) => {
    const value = await bus.pending(producer, name);
    const labels = { consumer: name, producer };
    return value === undefined ? [] : [{ metric: kitMetrics.consumerPending, value, labels }];
  });
  return (await Promise.all(read)).flat();
}

/** The outbox must stay visible especially while NATS is unavailable. */
const withoutLag =
  ({ log }: Runtime) =>
  (err: unknown): Sample[] => {
    log.warn({ err }, 'lag of consumers could not be collected; it is left out');
    return [];
  };

async function diskSamples(service: string, config: unknown): Promise<Sample[]> {
  const url = typeof config === 'object' && config && Reflect.get(config, 'SVC_FILES_URL');
  const space = typeof url === 'string' ? await diskSpace(url) : undefined;
  if (!space) return [];
  const labels = { service };
  return [
    { metric: kitMetrics.fileStorageFree, value: space.free, labels },
    { metric: kitMetrics.fileStorageSize, value: space.size, labels },
  ];
}
