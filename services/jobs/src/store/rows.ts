/** Jobs and their timeline as the tables hold them. */
import type { Insertable } from 'kysely';
import type { Outcome } from '../domain/happening.ts';
import type { Job } from '../domain/job.ts';
import type { Tables } from './schema.ts';

export function toRow(tenant: string, job: Job): Insertable<Tables['job']> {
  const { priced, pickup, dropoff, requirements, parcel_items, metadata } = job;
  return {
    tenant_id: tenant,
    tenant_name: job.tenant_name,
    id: job.id,
    ref: job.ref,
    status: job.status,
    priced: JSON.stringify(priced),
    pickup: JSON.stringify(pickup),
    dropoff: JSON.stringify(dropoff),
    seal: job.seal,
    requirements: JSON.stringify(requirements),
    parcel_items: JSON.stringify(parcel_items),
    cost_centre: job.cost_centre,
    reference: job.reference,
    metadata: JSON.stringify(metadata),
    tracking_token: job.tracking_token,
    booked_as: job.booked_as,
    created_at: job.created_at,
    starts_at: job.starts_at,
    sla_due: job.sla_due,
    ...progress(job),
  };
}

function progress(job: Job) {
  const { assignment, cancellation } = job;
  return {
    assignment: assignment && JSON.stringify(assignment),
    handover_code: job.handover_code,
    code_tries: job.code_tries,
    code_locked_until: job.code_locked_until,
    said_eta_minutes: job.said_eta_minutes,
    said_eta_at: job.said_eta_at,
    collected_at: job.collected_at,
    departed_at: job.departed_at,
    delivered_at: job.delivered_at,
    milestone_at: job.milestone_at,
    interrupted: job.interrupted,
    cancellation: cancellation && JSON.stringify(cancellation),
    return_job_id: job.return_job_id,
    return_of: job.return_of,
    custody_events: job.custody_events,
  };
}

/** The new lines of the timeline, also of the job that began. */
export function milestoneRows(
  tenant: string,
  { job, milestones, born }: Outcome,
): Insertable<Tables['milestone']>[] {
  const rows = milestones.map((line) => ({ tenant_id: tenant, job_id: job.id, ...line }));
  return born ? [...rows, ...milestoneRows(tenant, born)] : rows;
}
