import { pageOf } from '@svc/kit/page';
import { command, query } from '../define.ts';
import { toIncident } from '../domain/incident.ts';
import { lockAnyJob } from '../store/dispatch-jobs.ts';
import { listIncidents as listStored } from '../store/incidents.ts';
import { recordIncident } from '../workflows/record-incident.ts';

export const listIncidents = query('listIncidents', async (filter, { db }) => {
  const found = await listStored(db, filter);
  return pageOf(found.map(toIncident), filter.limit);
});

export const reportIncident = command('reportIncident', {
  handle: async ({ job_id, ...report }, context) => {
    const job = await lockAnyJob(context.db, job_id);
    return toIncident(
      await recordIncident(job, context, { ...report, reported_by: context.actor }),
    );
  },
});
