import type { jobs } from '@svc/contracts';
import type { Emit } from '@svc/kit/bind';
import type { Kysely } from 'kysely';
import type { Outcome, Telling } from './domain/happening.ts';
import type { Job } from './domain/job.ts';
import { transition } from './domain/transition.ts';
import { lockJob, saveJob } from './store/jobs.ts';
import type { Tables } from './store/schema.ts';
import { tell } from './tell.ts';

interface Moving {
  db: Kysely<Tables>;
  emit: Emit<typeof jobs>;
}

/**
 * Stores and tells what became of a locked job; answers the events. A return that arrives also ends
 * the chain of the job whose parcels it brought back.
 */
export async function move(
  { db, emit }: Moving,
  { before, after }: { before: Job; after: Outcome },
  { now, by }: Pick<Telling, 'now' | 'by'>,
): Promise<string[]> {
  await saveJob(db, before.tenant_id, { before, after });
  if (after.refusal) throw after.refusal;
  const events = tell(emit, after);
  const { tenant_id, status, return_of, id: return_job_id, milestone_at: at } = after.job;
  if (status !== 'delivered' || return_of === null) return events;
  const original = await lockJob(db, tenant_id, return_of);
  const back = transition(original, { type: 'returned', return_job_id }, { now, by, at });
  await saveJob(db, tenant_id, { before: original, after: back });
  return [...events, ...tell(emit, back)];
}
