import type { Insertable, Kysely } from 'kysely';
import type { Sighting } from '../domain/prediction.ts';
import type { TrackedJobRecord } from '../domain/tracked-job.ts';
import { jsonOrNull, type Tables } from './schema.ts';
import { findTelemetrySighting, newest, toSighting } from './vehicles.ts';

const ofJob = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  db
    .selectFrom('tracked_job')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId);

export const findTrackedJob = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<TrackedJobRecord | undefined> => ofJob(db, tenant, jobId).executeTakeFirst();

/** Locks the job until the transaction ends: its events and the watch decide one after the other. */
export const lockTrackedJob = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<TrackedJobRecord | undefined> => ofJob(db, tenant, jobId).forUpdate().executeTakeFirst();

export async function saveTrackedJob(
  db: Kysely<Tables>,
  tenant: string,
  job: TrackedJobRecord,
): Promise<void> {
  const row: Insertable<Tables['tracked_job']> = {
    ...job,
    tenant_id: tenant,
    pickup: JSON.stringify(job.pickup),
    dropoff: JSON.stringify(job.dropoff),
    last_position: jsonOrNull(job.last_position),
    probes: JSON.stringify(job.probes),
  };
  await db
    .insertInto('tracked_job')
    .values(row)
    .onConflict((known) => known.columns(['tenant_id', 'job_id']).doUpdateSet(row))
    .execute();
}

/** The jobs of all tenants whose parcels lie in the vehicle, locked. */
export const lockJobsIn = (db: Kysely<Tables>, vehicleId: string): Promise<TrackedJobRecord[]> =>
  db
    .selectFrom('tracked_job')
    .selectAll()
    .where('vehicle_id', '=', vehicleId)
    .where('collected_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('job_id')
    .forUpdate()
    .execute();

export interface TrackedState {
  tracked: TrackedJobRecord | undefined;
  sighting: Sighting | null;
  hasPhoto: boolean;
}

/** Projection of a job, and the ids of the driver and vehicle that jobs named. */
export async function findTrackedState(
  db: Kysely<Tables>,
  tenant: string,
  asked: { jobId: string; driverId: string | undefined; vehicleId: string | undefined },
): Promise<TrackedState> {
  const { jobId, driverId, vehicleId } = asked;
  const tracked = await findTrackedJob(db, tenant, jobId);
  if (driverId === undefined || vehicleId === undefined) {
    return { tracked, sighting: null, hasPhoto: false };
  }
  const crew = await db
    .selectFrom('vehicle')
    .leftJoin('driver', (join) => join.on('driver.id', '=', driverId))
    .select(['last_position', 'last_seen_at', 'photo_key'])
    .where('vehicle.id', '=', vehicleId)
    .executeTakeFirst();
  return {
    tracked,
    sighting: newest(crew ? toSighting(crew) : null, await findTelemetrySighting(db, vehicleId)),
    hasPhoto: (crew?.photo_key ?? null) !== null,
  };
}
