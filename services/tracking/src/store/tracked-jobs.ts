import { type Kysely, sql } from 'kysely';
import type { Sighting } from '../domain/prediction.ts';
import type { TrackedJobRecord } from '../domain/tracked-job.ts';
import type { Tables } from './schema.ts';
import { findTelemetrySighting, newest, toSighting } from './vehicles.ts';

export interface TrackedJobKey {
  tenant_id: string;
  job_id: string;
}

export const findTrackedJob = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<TrackedJobRecord | undefined> =>
  db
    .selectFrom('tracked_job')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .executeTakeFirst();

/**
 * Locks these jobs, and the jobs of all tenants whose parcels lie in these vehicles, until the
 * transaction ends: their events and the watch decide one after the other.
 */
export const lockTrackedJobs = (
  db: Kysely<Tables>,
  jobs: readonly TrackedJobKey[],
  vehicleIds: readonly string[],
): Promise<TrackedJobRecord[]> => {
  const { tenants, ids } = columnsOf(jobs);
  return db
    .selectFrom('tracked_job')
    .selectAll()
    .where(
      sql<boolean>`(tenant_id, job_id) in (
        select * from unnest(${tenants}::text[], ${ids}::text[])
        union
        select tenant_id, job_id from tracked_job
         where vehicle_id = any(${vehicleIds}::text[])
           and collected_at is not null and ended_at is null)`,
    )
    .orderBy('tenant_id')
    .orderBy('job_id')
    .forUpdate()
    .execute();
};

const columnsOf = (jobs: readonly TrackedJobKey[]) => ({
  tenants: jobs.map(({ tenant_id }) => tenant_id),
  ids: jobs.map(({ job_id }) => job_id),
});

/** Writes jobs of any tenants; one statement for all that have the same columns. */
export async function saveTrackedJobs(
  db: Kysely<Tables>,
  jobs: readonly TrackedJobRecord[],
): Promise<void> {
  const columnsOfJob = (job: TrackedJobRecord) => Object.keys(job).toSorted().join(' ');
  for (const [names, rows] of Map.groupBy(jobs, columnsOfJob)) {
    const columns = names.split(' ');
    const refs = sql.join(columns.map((name) => sql.ref(name)));
    const changes = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
    await sql`
      insert into tracked_job (${refs})
      select ${refs} from json_populate_recordset(null::tracked_job, ${JSON.stringify(rows)})
       order by tenant_id, job_id
      on conflict (tenant_id, job_id) do update set ${sql.join(changes)}`.execute(db);
  }
}

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
