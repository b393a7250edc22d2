/** Timed work on graphile-worker: cron with catch-up, claimed in Postgres by whichever replica is free. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseCrontab, type Runner, run, Logger as WorkerLogger } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Schedule } from './bind.ts';
import { workerSchema } from './database/migrate.ts';
import { livelyPool } from './database/pool.ts';
import type { Runtime } from './runtime.ts';
import type { ServiceDefinition } from './service.ts';
import { transactAs } from './unattended.ts';

/** A batch that always leaves more is a bug; the next tick goes on. */
const batchesMax = 1_000;
const restartPauseMs = 1_000;

/** Runs a schedule's batches now, each in a transaction of its own. */
export async function runSchedule(
  runtime: Runtime,
  contract: ServiceDefinition['contract'],
  schedule: Schedule,
): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const again = await runBatch(runtime, contract, schedule);
    if (!again) return;
    if (schedule.pauseMs) await pause(schedule.pauseMs);
  }
}

async function runBatch(
  runtime: Runtime,
  contract: ServiceDefinition['contract'],
  schedule: Schedule,
): Promise<boolean> {
  const actor = `schedule:${schedule.name}`;
  const answer = await transactAs(runtime, contract, actor, (context) => schedule.run(context));
  return answer === 'again';
}

export interface Timers {
  /** Lets the schedule under way finish. */
  stop(): Promise<void>;
}

/**
 * Runs until stopped. graphile-worker gives up by itself after ten failed polls, and whenever a
 * worker schema of the same database is migrated, be it another service's: then it begins again.
 */
export async function startSchedules(
  runtime: Runtime,
  contract: ServiceDefinition['contract'],
  options: { schedules: readonly Schedule[]; databaseUrl: string },
): Promise<Timers> {
  const { log } = runtime;
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = once(signal, 'abort');
  const pool = livelyPool(log, {
    connectionString: options.databaseUrl,
    max: 3,
    application_name: `${runtime.service}:timers`,
  });
  const start = () => startRunner(runtime, contract, { schedules: options.schedules, pool });
  const work = async (first: Runner) => {
    for (let runner: Runner | undefined = first; ; ) {
      await Promise.race([stopped, runner?.promise]);
      // Rejects when it has ended by itself.
      await runner?.stop().catch(() => undefined);
      if (signal.aborted) return;
      log.warn('timers ended by themselves and begin again');
      await pause(restartPauseMs, undefined, { signal }).catch(() => undefined);
      runner = await start().catch((err: unknown) => {
        log.warn({ err }, 'timers cannot begin');
        return undefined;
      });
    }
  };
  const working = work(await start());
  return {
    stop: async () => {
      stopping.abort();
      await working;
      await pool.end();
    },
  };
}

const startRunner = (
  runtime: Runtime,
  contract: ServiceDefinition['contract'],
  { schedules, pool }: { schedules: readonly Schedule[]; pool: Pool },
): Promise<Runner> => {
  const crontab = schedules.map(
    ({ name, cron, fill }) => `${cron} ${name} ${fill ? `?fill=${fill}` : ''}`,
  );
  return run({
    pgPool: pool,
    schema: workerSchema(runtime.service),
    concurrency: 1,
    noHandleSignals: true,
    logger: workerLogger(runtime),
    parsedCronItems: parseCrontab(crontab.join('\n')),
    taskList: Object.fromEntries(
      schedules.map((schedule) => [schedule.name, () => runSchedule(runtime, contract, schedule)]),
    ),
  });
};

const workerLogger = ({ log }: Runtime) =>
  new WorkerLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ worker: level }, message);
  });
