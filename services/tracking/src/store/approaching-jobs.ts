/** Jobs of all tenants whose vehicles have not reached the geofence of their stage yet. */
import { type Kysely, sql } from 'kysely';
import type { ApproachingJob } from '../domain/telemetry/proximity-stage.ts';
import type { Tables } from './schema.ts';

export interface ApproachingJobRecord extends ApproachingJob {
  tenant_id: string;
  job_id: string;
  ref: string;
  vehicle_id: string | null;
}

const select = (db: Kysely<Tables>) =>
  db
    .selectFrom('tracked_job')
    .select(['tracked_job.tenant_id', 'job_id', 'ref', 'vehicle_id', 'pickup', 'dropoff'])
    .select(['stage', 'stage_since', 'entered_pickup_at', 'entered_dropoff_at'])
    .where('stage', 'is not', null);

/** With the number by which readings name their vehicle. */
export async function listApproachingJobs(
  db: Kysely<Tables>,
  vehicleNos: readonly number[],
): Promise<(ApproachingJobRecord & { vehicle_no: number })[]> {
  return select(db)
    .innerJoin('vehicle as v', 'v.id', 'tracked_job.vehicle_id')
    .select('v.no as vehicle_no')
    .where(sql<boolean>`v.no = any(${vehicleNos}::integer[])`)
    .execute();
}

/** SKIP LOCKED: waiting could deadlock with a transaction that waits for rows of this one. */
export const lockApproachingJob = (
  db: Kysely<Tables>,
  { tenant_id, job_id }: ApproachingJobRecord,
): Promise<ApproachingJobRecord | undefined> =>
  select(db)
    .where('tenant_id', '=', tenant_id)
    .where('job_id', '=', job_id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export async function saveProximityState(
  db: Kysely<Tables>,
  job: ApproachingJobRecord,
): Promise<void> {
  const { stage, stage_since, entered_pickup_at, entered_dropoff_at } = job;
  await db
    .updateTable('tracked_job')
    .set({ stage, stage_since, entered_pickup_at, entered_dropoff_at })
    .where('tenant_id', '=', job.tenant_id)
    .where('job_id', '=', job.job_id)
    .execute();
}
