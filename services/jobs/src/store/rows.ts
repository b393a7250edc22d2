/** Mapping of jobs and timeline entries to table rows. */
import type { Insertable, Updateable } from 'kysely';
import type { JobRecord } from '../domain/job.ts';
import type { TransitionResult } from '../domain/job-command.ts';
import type { Tables } from './schema.ts';

/** Columns that the database fills; a record that was read has them too. */
type Filled = 'pickup_site_id' | 'dropoff_site_id' | 'driver_id' | 'copy_tenant_id';

export function toRow(
  tenant: string,
  job: JobRecord & Partial<Record<Filled, unknown>>,
): Insertable<Tables['job']> {
  const { pickup_site_id, dropoff_site_id, driver_id, copy_tenant_id, ...columns } = job;
  const { assignment, legs, cancellation, last_change, temperature_profile } = job;
  return {
    ...columns,
    tenant_id: tenant,
    priced: JSON.stringify(job.priced),
    pickup: JSON.stringify(job.pickup),
    dropoff: JSON.stringify(job.dropoff),
    requirements: JSON.stringify(job.requirements),
    parcel_items: JSON.stringify(job.parcel_items),
    metadata: JSON.stringify(job.metadata),
    transfers: JSON.stringify(job.transfers),
    legs: legs && JSON.stringify(legs),
    assignment: assignment && JSON.stringify(assignment),
    cancellation: cancellation && JSON.stringify(cancellation),
    last_change: last_change && JSON.stringify(last_change),
    temperature_profile: temperature_profile && JSON.stringify(temperature_profile),
  };
}

/**
 * Columns that a command has changed: a rule copies what it leaves as it is. The others are not
 * written again, with their text and what the database computes from them.
 */
export function changedColumns(
  tenant: string,
  { before, job }: { before: JobRecord; job: JobRecord },
): Updateable<Tables['job']> {
  const row: Updateable<Tables['job']> = toRow(tenant, job);
  const values = new Map<string, unknown>(Object.entries(job));
  for (const [column, value] of Object.entries(before)) {
    if (values.get(column) === value) Reflect.deleteProperty(row, column);
  }
  return { ...row, version: job.version };
}

/** New timeline entries, including those of a spawned job. */
export function milestoneRows(
  tenant: string,
  { job, milestones, spawned, device_jti, device_signature_sha256 }: TransitionResult,
): Insertable<Tables['milestone']>[] {
  const rows = milestones.map((line) => ({
    tenant_id: tenant,
    job_id: job.id,
    device_jti: device_jti ?? null,
    device_signature_sha256: device_signature_sha256 ?? null,
    ...line,
  }));
  return spawned ? [...rows, ...milestoneRows(tenant, spawned)] : rows;
}
