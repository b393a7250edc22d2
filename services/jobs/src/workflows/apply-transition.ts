import type { JobsWriteContext } from '../define.ts';
import type { JobRecord } from '../domain/job.ts';
import type { JobCommandContext, TransitionResult } from '../domain/job-command.ts';
import { transition } from '../domain/transition.ts';
import { copyToReturn } from '../store/instructions.ts';
import { lockJob, saveJob } from '../store/jobs.ts';
import { emitJobEvents } from './emit-events.ts';

/**
 * Saves the transition of a locked job, emits its events and returns their types. Delivery of a
 * return job also completes the return of the original job.
 */
export async function applyTransition(
  { db, emit }: Pick<JobsWriteContext, 'db' | 'emit'>,
  { before, after }: { before: JobRecord; after: TransitionResult },
  { now, by }: Pick<JobCommandContext, 'now' | 'by'>,
): Promise<string[]> {
  await saveJob(db, before.tenant_id, { before, after });
  if (after.refusal) throw after.refusal;
  if (after.spawned) {
    await copyToReturn(db, before.tenant_id, { from: before.id, to: after.spawned.job.id });
  }
  const events = emitJobEvents(emit, after);
  const { tenant_id, status, return_of, id: return_job_id, milestone_at: at } = after.job;
  if (status !== 'delivered' || return_of === null) return events;
  const original = await lockJob(db, tenant_id, return_of);
  const completed = transition(original, { type: 'returned', return_job_id }, { now, by, at });
  await saveJob(db, tenant_id, { before: original, after: completed });
  return [...events, ...emitJobEvents(emit, completed)];
}
