import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { factsOf } from '../domain/facts.ts';
import { toIncident } from '../domain/incident.ts';
import { lockAnyJob } from '../store/desk.ts';
import { insertIncident } from '../store/incidents.ts';

export const reportIncident = command('reportIncident', {
  /** The lock keeps the event's facts in the order of the job's events. */
  handle: async ({ job_id, ...report }, { db, actor, now, emit }) => {
    const job = await lockAnyJob(db, job_id);
    const { tenant_id } = job;
    const id = newId('inc_', now);
    const incident = {
      ...report,
      tenant_id,
      id,
      job_id: job.id,
      reported_by: actor,
      occurred_at: now,
    };
    await insertIncident(db, tenant_id, incident);
    const { category, severity } = report;
    emit(
      'incident.reported',
      {
        job_id: job.id,
        ref: job.ref,
        incident_id: id,
        category,
        severity,
        occurred_at: now.toISOString(),
      },
      { job: factsOf(job), custody: null },
      { jobId: job.id, tenant: tenant_id },
    );
    return toIncident(incident);
  },
});
