import { command } from '../define.ts';
import { toIncident } from '../domain/incident.ts';
import { report } from '../reporting.ts';
import { lockAnyJob } from '../store/desk.ts';

export const reportIncident = command('reportIncident', {
  handle: async ({ job_id, ...told }, context) => {
    const job = await lockAnyJob(context.db, job_id);
    return toIncident(await report(job, context, { ...told, reported_by: context.actor }));
  },
});
