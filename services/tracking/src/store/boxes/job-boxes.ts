/** Boxes of jobs: what decides whose readings count for parcels that lie in them. */
import type { ColdChain } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { BoxedProbe, JobBoxes, ParcelStay } from '../../domain/boxes/box-watch.ts';
import type { TraceWindow } from '../../domain/cold-chain/reading.ts';
import type { TrackedJobRecord } from '../../domain/tracked-job.ts';
import type { Tables } from '../schema.ts';

interface JobKey {
  tenant_id: string;
  job_id: string;
}
/** A probe of a carrier. */
export interface ProbeKey {
  tenant_id: string;
  device_id: string;
}
/** With the probes of the boxes, and the vehicles under which they report. */
export type BoxedJob = JobBoxes & { vehicleIds: readonly string[]; probeKeys: readonly ProbeKey[] };

/** By job id; undefined for a job whose parcels were never in a box. */
export async function listJobBoxes(
  db: Kysely<Tables>,
  jobs: readonly JobKey[],
  { from, to }: TraceWindow,
): Promise<(jobId: string) => BoxedJob | undefined> {
  const stays = await sql<ParcelStay & { tenant_id: string; job_id: string }>`
    select b.tenant_id, b.job_id, b.asset_id, a.identifier, a.kind, b.parcels, b.job_parcels,
           b.from_at, b.to_at
      from unnest(${jobs.map(({ tenant_id }) => tenant_id)}::text[],
                  ${jobs.map(({ job_id }) => job_id)}::text[]) as j (tenant_id, job_id)
      join binding b on b.job_id = j.job_id and b.job_tenant_id = j.tenant_id
      join asset a on a.tenant_id = b.tenant_id and a.id = b.asset_id
     order by b.from_at, b.id`.execute(db);
  if (stays.rows.length === 0) return () => undefined;
  const tenants = stays.rows.map(({ tenant_id }) => tenant_id);
  const assets = stays.rows.map(({ asset_id }) => asset_id);
  const probes = await sql<BoxedProbe & ProbeKey & { vehicle_ids: string[] }>`
    select b.tenant_id, b.asset_id, b.device_id, b.from_at, b.to_at,
           array(select distinct p.vehicle_id from device_placement p
                  where p.tenant_id = b.tenant_id and p.device_id = b.device_id
                    and coalesce(p.from_at, '-infinity') <= ${to}
                    and coalesce(p.to_at, 'infinity') >= ${from}) as vehicle_ids
      from (select distinct * from unnest(${tenants}::text[], ${assets}::text[])) as s (tenant_id, id)
      join binding b on b.tenant_id = s.tenant_id and b.asset_id = s.id
     where b.kind = 'probe' and b.from_at <= ${to} and coalesce(b.to_at, 'infinity') >= ${from}
     order by b.from_at, b.device_id`.execute(db);
  return (jobId) => {
    const own = stays.rows.filter(({ job_id }) => job_id === jobId);
    if (own.length === 0) return undefined;
    const inside = probes.rows.filter((probe) =>
      own.some((stay) => stay.asset_id === probe.asset_id),
    );
    const vehicleIds = [...new Set(inside.flatMap(({ vehicle_ids }) => vehicle_ids))];
    return { stays: own, probes: inside, vehicleIds, probeKeys: inside };
  };
}

/** Boxes with parcels of the job that are not recorded in its vehicle itself: elsewhere, or in a unit. */
export async function listBoxesLeftBehind(
  db: Kysely<Tables>,
  { tenant_id, job_id, vehicle_id }: Pick<TrackedJobRecord, 'tenant_id' | 'job_id' | 'vehicle_id'>,
  at: Date,
): Promise<{ tenant_id: string; asset_id: string }[]> {
  const { rows } = await sql<{ tenant_id: string; asset_id: string }>`
    select distinct place.tenant_id, place.asset_id
      from binding inside
      join binding place on place.tenant_id = inside.tenant_id
       and place.asset_id = inside.asset_id and place.kind = 'place' and place.to_at is null
     where inside.job_id = ${job_id} and inside.job_tenant_id = ${tenant_id}
       and inside.kind = 'parcels' and coalesce(inside.to_at, 'infinity') > ${at}
       and place.vehicle_id is distinct from ${vehicle_id}
     order by place.tenant_id, place.asset_id`.execute(db);
  return rows;
}

export interface CertifiedJob {
  ref: string;
  trace_from: Date;
  trace_to: Date;
}

/**
 * Sealed jobs that a change of these slots would touch, locked so that none is sealed meanwhile:
 * those whose parcels were in the asset, the job itself, and those in the vehicle of the probe.
 */
export async function lockTouchedJobs(
  db: Kysely<Tables>,
  tenant: string,
  touched: {
    assetId: string | null;
    jobId: string | null;
    deviceId: string | null;
    since: Date;
  },
): Promise<CertifiedJob[]> {
  const vehicles = sql`array(select p.vehicle_id from device_placement p
    where p.tenant_id = ${tenant} and p.device_id = ${touched.deviceId})`;
  const { rows } = await sql<{ tenant_id: string; job_id: string; ref: string }>`
    select tenant_id, job_id, ref from tracked_job t
     where coalesce(trace_ended_at, ended_at, 'infinity') >= ${touched.since}
       and (job_id = ${touched.jobId}
            or job_id in (select b.job_id from binding b
                           where b.tenant_id = ${tenant} and b.asset_id = ${touched.assetId}
                             and b.kind = 'parcels')
            or collected_at is not null and (
                 vehicle_id = any(${vehicles})
                 or exists (select from json_array_elements(t.earlier_holds) h
                             where h ->> 'vehicle_id' = any(${vehicles}))))
     order by tenant_id, job_id for update`.execute(db);
  const sealed = await sql<CertifiedJob>`
    select j.ref, s.trace_from, s.trace_to
      from unnest(${rows.map(({ tenant_id }) => tenant_id)}::text[],
                  ${rows.map(({ job_id }) => job_id)}::text[],
                  ${rows.map(({ ref }) => ref)}::text[]) as j (tenant_id, job_id, ref)
      join trace_snapshot s on s.tenant_id = j.tenant_id and s.job_id = j.job_id
     order by s.trace_to desc`.execute(db);
  return sealed.rows;
}

export interface FiledJob {
  file_id: string;
  tenant_id: string;
  job_id: string;
  ref: string;
  /** Verdict of the further certificate with the file, else of the first; null without one. */
  result: ColdChain['result'] | null;
}

/** Jobs with parcels in the asset of each of these files in its time. */
export async function listFiledJobs(
  db: Kysely<Tables>,
  tenant: string,
  fileIds: readonly string[],
): Promise<FiledJob[]> {
  const { rows } = await sql<FiledJob>`
    select distinct f.id as file_id, b.job_tenant_id as tenant_id, b.job_id, b.ref,
           coalesce(a.cold_chain, s.cold_chain) ->> 'result' as result
      from logger_file f
      join binding b on b.tenant_id = f.tenant_id and b.asset_id = f.asset_id
       and b.kind = 'parcels' and b.from_at <= f.last_at
       and coalesce(b.to_at, 'infinity') >= f.first_at
      left join lateral (
        select cold_chain from trace_snapshot
         where tenant_id = b.job_tenant_id collate "default"
           and job_id = b.job_id collate "default" limit 1) s on true
      left join lateral (
        select cold_chain from trace_amendment
         where tenant_id = b.job_tenant_id and job_id = b.job_id and file_id = f.id limit 1) a
        on true
     where f.tenant_id = ${tenant} and f.id = any(${fileIds}::text[])
     order by file_id, tenant_id, job_id`.execute(db);
  return rows;
}

/** Locked, so that its trace is not sealed meanwhile. */
export const lockTrackedJob = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<TrackedJobRecord | undefined> =>
  db
    .selectFrom('tracked_job')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .forUpdate()
    .executeTakeFirst();
