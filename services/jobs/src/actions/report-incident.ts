import { command } from '../define.ts';
import { toIncident } from '../domain/incident.ts';
import { lockAnyJob } from '../store/dispatch-jobs.ts';
import { recordIncident } from '../workflows/record-incident.ts';

export const reportIncident = command('reportIncident', {
  handle: async ({ job_id, ...report }, context) => {
    const job = await lockAnyJob(context.db, job_id);
    return toIncident(
      await recordIncident(job, context, { ...report, reported_by: context.actor }),
    );
  },
});
