import { on } from '../define.ts';
import { recordExcursion } from '../domain/excursion.ts';
import { lockJob, saveJob } from '../store/jobs.ts';

/**
 * Updates timeline and `custody_events` of a live job; custody appends the same event to its
 * chain.
 */
export const onTemperatureExcursion = on(
  'tracking',
  'temperature.excursion',
  async ({ job_id, data, internals }, { db, tenant }) => {
    const before = await lockJob(db, tenant, job_id);
    await saveJob(db, tenant, { before, after: recordExcursion(before, data, internals) });
  },
);
