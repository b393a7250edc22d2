/** Keeps an incident and tells of it. */
import type { jobs } from '@svc/contracts';
import type { Emit } from '@svc/kit/bind';
import { newId } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import { factsOf } from './domain/facts.ts';
import type { Incident } from './domain/incident.ts';
import type { Job } from './domain/job.ts';
import { insertIncident } from './store/incidents.ts';
import type { Tables } from './store/schema.ts';

type Report = Pick<Incident, 'category' | 'severity' | 'description' | 'reported_by'>;

/** The job is locked: the event's facts are in the order of the job's events. */
export async function report(
  job: Job,
  { db, now, emit }: { db: Kysely<Tables>; now: Date; emit: Emit<typeof jobs> },
  told: Report,
): Promise<Incident> {
  const { tenant_id, id: job_id, ref } = job;
  const id = newId('inc_', now);
  const incident = { ...told, tenant_id, id, job_id, occurred_at: now };
  await insertIncident(db, tenant_id, incident);
  const { category, severity } = told;
  const occurred_at = now.toISOString();
  emit(
    'incident.reported',
    { job_id, ref, incident_id: id, category, severity, occurred_at },
    { job: factsOf(job), custody: null },
    { jobId: job_id, tenant: tenant_id },
  );
  return incident;
}
