/**
 * Runner of graphile-worker: takes due rows of the service's worker schema, for as long as the
 * process lives.
 *
 * - graphile-worker gives up by itself after failed polls, and whenever a worker schema of the same
 *   database is migrated, be it another service's: then it is restarted. The same happens when the
 *   end of a task cannot be written; that task runs once more.
 * - A row is locked by the runner that took it. Its listening session holds an advisory lock in the
 *   runner's name; rows of a runner whose lock is free are released (`releaseOfTheDead`).
 *   graphile-worker alone would wait for four hours.
 */
import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type ParsedCronItem, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import { workerSchema } from '../database/owner.ts';
import { createLivePool, isConnectionFailure } from '../database/pool.ts';
import type { Runtime } from '../service/runtime.ts';

const restartPauseMs = 1_000;
/** A runner takes rows before its session is there to hold the lock. */
const graceMs = 30_000;
/** First key of the locks; the second is the runner's name. */
const lockClass = 'task-runner';

export interface RunnerOptions {
  name: string;
  databaseUrl: string;
  /** Concurrent rows. Each slot polls by itself. */
  concurrency: number;
  /** Maximum delay of a row that becomes due later. */
  pollMs: number;
  taskList: TaskList;
  cronItems?: ParsedCronItem[];
}

export interface RunningRunner {
  /** Graceful stop: awaits what is running. */
  stop(): Promise<void>;
}

export async function keepRunner(runtime: Runtime, options: RunnerOptions): Promise<RunningRunner> {
  const { log } = runtime;
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = once(signal, 'abort');
  const cannotBegin = (err: unknown) => {
    log.warn({ err, runner: options.name }, 'task runner could not start; retrying');
    return undefined;
  };
  const work = async (first: OneRunner | undefined) => {
    for (let runner = first; ; ) {
      await Promise.race([stopped, runner?.ended]);
      await runner?.stop();
      if (signal.aborted) return;
      if (runner) log.warn({ runner: options.name }, 'task runner ended unexpectedly; restarting');
      await pause(restartPauseMs, undefined, { signal }).catch(() => undefined);
      runner = await begin(runtime, options).catch(cannotBegin);
    }
  };
  const first = await begin(runtime, options).catch((err: unknown) => {
    if (!isConnectionFailure(err)) throw err;
    return cannotBegin(err);
  });
  const working = work(first);
  return {
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}

interface OneRunner extends RunningRunner {
  /** Resolves when it has ended by itself, and no task of it runs. */
  ended: Promise<unknown>;
}

/** Uses a pool of its own, so that the lock ends with it. */
async function begin({ service, log }: Runtime, options: RunnerOptions): Promise<OneRunner> {
  const pool = createLivePool(log, {
    connectionString: options.databaseUrl,
    // One more listens.
    max: options.concurrency + 1,
    application_name: `${service}:${options.name}`,
  });
  const events = new EventEmitter();
  events.on('pool:listen:success', ({ workerPool, client }) => {
    client
      .query('select pg_advisory_lock(hashtext($1), hashtext($2))', [lockClass, workerPool.id])
      .catch((err: unknown) => log.warn({ err }, 'task runner has no lock'));
  });
  const logger = new WorkerLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ worker: level }, message);
  });
  const failed = failure(events);
  const runner = await run({
    pgPool: pool,
    schema: workerSchema(service),
    concurrency: options.concurrency,
    pollInterval: options.pollMs,
    // Times of tasks are of the services' clock, which the database need not share.
    useNodeTime: true,
    // Unbatched, the end of a task that cannot be written is an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    logger,
    events,
    parsedCronItems: options.cronItems ?? [],
    taskList: options.taskList,
  }).catch(async (err: unknown) => {
    await pool.end();
    throw err;
  });
  return {
    ended: Promise.race([runner.promise, failed]),
    stop: async () => {
      // Rejects when it is ending by itself.
      await Promise.race([runner.stop().catch(() => runner.promise), failed]);
      await pool.end();
    },
  };
}

/**
 * Resolves when the end of a task could not be written, no task runs any more, and those that ended
 * since had time to be written. Promises of the runner may stay pending then: graphile-worker
 * miscounts what ends after the failure.
 */
async function failure(events: EventEmitter): Promise<void> {
  await Promise.all([
    once(events, 'pool:fatalError'),
    once(events, 'pool:gracefulShutdown:complete'),
  ]);
  await pause(restartPauseMs);
}

/** Releases the rows of runners that died: their locks are free. */
export async function releaseOfTheDead(
  db: Kysely<unknown>,
  service: string,
  now: Date,
): Promise<void> {
  const schema = workerSchema(service);
  const before = new Date(now.getTime() - graceMs);
  await sql`
    select ${sql.id(schema, 'force_unlock_workers')}(array(
      select locked_by from (
        select distinct locked_by from ${sql.id(schema, 'jobs')}
         where locked_at < ${before}) as runner
       where pg_try_advisory_xact_lock(hashtext(${lockClass}), hashtext(locked_by))))`.execute(db);
}
