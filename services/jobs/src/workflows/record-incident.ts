import { newId } from '@svc/kit/ids';
import type { JobsWriteContext } from '../define.ts';
import type { IncidentRecord } from '../domain/incident.ts';
import type { JobRecord } from '../domain/job.ts';
import { toJobSnapshot } from '../domain/job-snapshot.ts';
import { insertIncident } from '../store/incidents.ts';

type IncidentReport = Pick<
  IncidentRecord,
  'category' | 'severity' | 'description' | 'reported_by'
> & {
  /** Defaults to now. */
  at?: Date;
  photo_file_id?: string | undefined;
  device_jti?: string | undefined;
  device_signature_sha256?: string | undefined;
};

/**
 * Inserts an incident and emits `incident.reported`. The job must be locked, so that events stay
 * in order.
 */
export async function recordIncident(
  job: JobRecord,
  { db, now, emit }: Pick<JobsWriteContext, 'db' | 'now' | 'emit'>,
  { at = now, photo_file_id, device_jti, device_signature_sha256, ...report }: IncidentReport,
): Promise<IncidentRecord> {
  const { tenant_id, id: job_id, ref } = job;
  const id = newId('inc_', now);
  const incident = {
    ...report,
    tenant_id,
    id,
    job_id,
    occurred_at: at,
    photo_file_id: photo_file_id ?? null,
    device_jti: device_jti ?? null,
    device_signature_sha256: device_signature_sha256 ?? null,
  };
  await insertIncident(db, tenant_id, incident);
  const { category, severity } = report;
  const occurred_at = at.toISOString();
  emit(
    'incident.reported',
    { job_id, ref, incident_id: id, category, severity, occurred_at },
    { job: toJobSnapshot(job), custody: null },
    { jobId: job_id, tenant: tenant_id },
  );
  return incident;
}
