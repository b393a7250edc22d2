/** Decisions of the desk about jobs of any tenant, one by one or all together. */
import { addressesOf } from '../config.ts';
import type { JobsCommandContext } from '../define.ts';
import type { JobRecord } from '../domain/job.ts';
import type { TransitionResult } from '../domain/job-command.ts';
import { recordedJob } from '../domain/recorded-job.ts';
import { toDeskJob } from '../domain/resource.ts';
import { lockAnyJob } from '../store/dispatch-jobs.ts';
import { saveJob } from '../store/jobs.ts';
import { emitJobEvents } from './emit-events.ts';

type Saving = Omit<JobsCommandContext, 'gathered'>;

export async function saveDecision(
  { db, config, emit, recordChange }: Saving,
  before: JobRecord,
  after: TransitionResult,
) {
  await saveJob(db, before.tenant_id, { before, after });
  recordChange(recordedJob(after.job, before));
  return {
    ...toDeskJob(after.job, addressesOf(config)),
    webhook_events: emitJobEvents(emit, after),
  };
}

/** All or none: a refusal of one ends the transaction. */
export async function decideEach(
  jobs: readonly { id: string; version: number }[],
  context: Saving,
  change: (before: JobRecord, version: number) => TransitionResult,
) {
  const refs: string[] = [];
  // Locked in one order, so that two of them do not wait for each other.
  for (const { id, version } of jobs.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const before = await lockAnyJob(context.db, id);
    refs.push((await saveDecision(context, before, change(before, version))).ref);
  }
  return { refs };
}
