/**
 * Lets test jobs of the sandbox reach their stops. Steps are rows that any replica claims; one that
 * is late is told with the time that it was due, so that a scenario is the same every time.
 */
import type { jobs } from '@svc/contracts';
import type { RunningWorker, WorkerContext, WriteContext } from '@svc/kit/bind';
import { isConnectionFailure } from '@svc/kit/database/pool';
import type { Config } from './config.ts';
import type { calls } from './define.ts';
import { isOnCourse, reach } from './domain/course.ts';
import { type ScenarioStep, scenarioCrew } from './domain/scenario.ts';
import { drawJob } from './draw-job.ts';
import { move } from './moving.ts';
import { findLockedJob } from './store/jobs.ts';
import { claimStep, deleteSteps, hasDueStep } from './store/scenario-steps.ts';
import type { Tables } from './store/schema.ts';

type PlayerContext = WorkerContext<Tables, Config, typeof jobs, typeof calls>;
type Context = WriteContext<Tables, Config, typeof jobs>;
type DueStep = ScenarioStep & { tenant_id: string };

const pollMs = 250;

export function startPlayer(context: PlayerContext): RunningWorker {
  const { config, db, clock, log } = context;
  if (config.SVC_ENVIRONMENT !== 'sandbox') return { stop: async () => undefined };
  const stopping = new AbortController();
  const look = async (): Promise<boolean> =>
    (await hasDueStep(db, clock.now())) && playNext(context);
  const run = async () => {
    while (!stopping.signal.aborted) {
      const found = await look().catch((err: unknown) => {
        log.warn({ err }, 'scenarios stand still');
        return false;
      });
      if (!found) await pause(pollMs, stopping.signal);
    }
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

/** The earliest step, gone with its effect; whether there was one. */
async function playNext({ transaction, log }: PlayerContext): Promise<boolean> {
  let taken: DueStep | undefined;
  try {
    await transaction(async (context) => {
      taken = await claimStep(context.db, context.now);
      if (taken) await play(context, taken);
    });
  } catch (err) {
    if (!taken || isConnectionFailure(err)) throw err;
    // A bug, and this job's alone: the others must not wait for it.
    const { tenant_id, job_id } = taken;
    log.error({ err, job_id }, 'a scenario ends before its time');
    await transaction(({ db }) => deleteSteps(db, tenant_id, job_id));
  }
  return taken !== undefined;
}

/** A job that its caller cancelled, or that is gone, reaches no further stop. */
async function play(context: Context, { tenant_id, job_id, due_at, stop }: DueStep): Promise<void> {
  const { db, config } = context;
  const own = await findLockedJob(db, tenant_id, job_id);
  const before = stop === 'brought_back' ? await returnOf(context, own) : own;
  if (!before || !isOnCourse(before, stop)) return;
  const draw = drawJob(due_at, config.SVC_SECRET);
  const after = reach(before, stop, { at: due_at, crew: scenarioCrew, draw });
  await move(context, { before, after }, { now: due_at, by: 'desk:sandbox' });
}

const returnOf = async ({ db }: Context, job: Awaited<ReturnType<typeof findLockedJob>>) =>
  job?.return_job_id ? findLockedJob(db, job.tenant_id, job.return_job_id) : undefined;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });
