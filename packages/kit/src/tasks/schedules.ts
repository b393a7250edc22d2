/** Cron schedules and durable tasks on graphile-worker; each run is claimed by one replica. */
import { setTimeout as pause } from 'node:timers/promises';
import { type JobHelpers, parseCrontab } from 'graphile-worker';
import { inSpan } from '../observability/tracer.ts';
import type { Schedule } from '../service/bind.ts';
import type { Runtime } from '../service/runtime.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { inBackgroundTransaction } from './background-transaction.ts';
import { keepRunner, type RunningRunner } from './runner.ts';
import { runTask } from './task-run.ts';

/** Batches per run: more than this is a bug in the schedule; the next tick continues. */
const batchesMax = 1_000;
/** Concurrent tasks in a replica: they wait for others more than they compute. Not measured. */
const tasksAtOnce = 4;

/** Runs a schedule's batches now, each in a transaction of its own. */
export async function runSchedule(
  runtime: Runtime,
  contract: ServiceDefinition['contract'],
  schedule: Schedule,
): Promise<void> {
  const { service, metrics, tracer } = runtime;
  const count = (outcome: string) =>
    metrics.schedules.inc({ service, schedule: schedule.name, outcome });
  try {
    const parts = { name: `schedule ${service} ${schedule.name}`, kind: 'internal' } as const;
    await inSpan(tracer, parts, () => runBatches(runtime, contract, schedule));
    count('done');
  } catch (err) {
    count('failed');
    throw err;
  }
}

async function runBatches(
  runtime: Runtime,
  contract: ServiceDefinition['contract'],
  schedule: Schedule,
): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const hasMore = await runBatch(runtime, contract, schedule);
    if (!hasMore) return;
    if (schedule.pauseMs) await pause(schedule.pauseMs);
  }
}

async function runBatch(
  runtime: Runtime,
  contract: ServiceDefinition['contract'],
  schedule: Schedule,
): Promise<boolean> {
  const actor = `schedule:${schedule.name}`;
  const result = await inBackgroundTransaction(runtime, contract, actor, (context) =>
    schedule.run(context),
  );
  return result === 'again';
}

/** Schedules run one at a time, and apart from tasks: neither waits for the other. */
export async function startTimers(
  runtime: Runtime,
  definition: ServiceDefinition,
  { schedules, databaseUrl }: { schedules: readonly Schedule[]; databaseUrl: string },
): Promise<RunningRunner> {
  const { tasks = [] } = definition;
  const crontab = schedules.map(
    ({ name, cron, fill }) => `${cron} ${name} ${fill ? `?fill=${fill}` : ''}`,
  );
  const timers = keepRunner(runtime, {
    name: 'timers',
    databaseUrl,
    concurrency: 1,
    pollMs: 2_000,
    cronItems: parseCrontab(crontab.join('\n')),
    taskList: Object.fromEntries(
      schedules.map((schedule) => [
        schedule.name,
        () => runSchedule(runtime, definition.contract, schedule),
      ]),
    ),
  });
  const attempts = tasks.map(({ type: { name } }) => {
    const attempt = (payload: unknown, { job }: JobHelpers) =>
      runTask(runtime, definition, {
        ...{ name, payload },
        ...{ attempt: job.attempts, attemptsMax: job.max_attempts },
      });
    return [name, attempt] as const;
  });
  const options = {
    concurrency: tasksAtOnce,
    pollMs: 1_000,
    taskList: Object.fromEntries(attempts),
  };
  const running = await Promise.all([
    timers,
    ...(tasks.length > 0 ? [keepRunner(runtime, { name: 'tasks', databaseUrl, ...options })] : []),
  ]);
  return {
    stop: async () => {
      await Promise.all(running.map((runner) => runner.stop()));
    },
  };
}
