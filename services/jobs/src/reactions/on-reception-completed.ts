import { on } from '../define.ts';
import { recordReception } from '../domain/reception.ts';
import { lockJob, saveJob } from '../store/jobs.ts';

/**
 * Updates timeline and `custody_events` of a delivered job; custody appends the same event to its
 * chain.
 */
export const onReceptionCompleted = on(
  'partner',
  'reception.completed',
  async ({ job_id, data }, { db, tenant }) => {
    const before = await lockJob(db, tenant, job_id);
    await saveJob(db, tenant, { before, after: recordReception(before, data) });
  },
);
