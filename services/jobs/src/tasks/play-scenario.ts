import { type JobsWriteContext, scenarioTask, task } from '../define.ts';
import type { JobRecord } from '../domain/job.ts';
import { scenarioCrew } from '../domain/scenario.ts';
import { isJourneyStop, isReachable, reachStop } from '../domain/simulated-journey.ts';
import { findLockedJob } from '../store/jobs.ts';
import { applyTransition } from '../workflows/apply-transition.ts';
import { generateIds } from '../workflows/generated-ids.ts';
import { enqueueScenario } from '../workflows/scenario.ts';

/**
 * Applies the first step of what is left of a scenario, and enqueues the rest. The step has the time
 * it was due at, however late it is applied, so that a scenario has the same timeline every time.
 */
export const playScenario = task(scenarioTask, ({ tenant_id, job_id, steps }, { transaction }) =>
  transaction(async (context) => {
    const job = await findLockedJob(context.db, tenant_id, job_id);
    const [step, ...later] = steps;
    if (!job || !step) return;
    await applyStep(context, job, step);
    enqueueScenario(context, { tenant_id, job_id, steps: later });
  }),
);

/** Skips a job that its tenant cancelled, and a step that an earlier attempt has applied. */
async function applyStep(
  context: JobsWriteContext,
  own: JobRecord,
  { due_at, stop }: { due_at: Date; stop: string },
): Promise<void> {
  if (!isJourneyStop(stop)) throw new Error(`no stop ${stop}`);
  const before = stop === 'brought_back' ? await returnOf(context, own) : own;
  if (!before || !isReachable(before, stop) || before.milestone_at >= due_at) return;
  const ids = generateIds(due_at, context.config.SVC_SECRET);
  const after = reachStop(before, stop, { at: due_at, crew: scenarioCrew, ids });
  await applyTransition(context, { before, after }, { now: due_at, by: 'desk:sandbox' });
}

const returnOf = async ({ db }: JobsWriteContext, { tenant_id, return_job_id }: JobRecord) =>
  return_job_id ? findLockedJob(db, tenant_id, return_job_id) : undefined;
