/** Geofence detection: emits an entry for each job whose vehicle came within 300 m of its stage. */
import type { Kysely } from 'kysely';
import type { TrackingWriteContext } from '../../define.ts';
import {
  findEnteredStage,
  geofenceEntryOf,
  markEntered,
} from '../../domain/telemetry/proximity-stage.ts';
import type { StoredReading } from '../../domain/telemetry/reading-encoding.ts';
import {
  listApproachingJobs,
  lockApproachingJob,
  saveProximityState,
} from '../../store/approaching-jobs.ts';
import type { Tables } from '../../store/schema.ts';

interface EntryContext {
  emit: TrackingWriteContext['emit'];
  speedKmh: number;
}

export async function detectGeofenceEntries(
  db: Kysely<Tables>,
  readings: readonly StoredReading[],
  { emit, speedKmh }: EntryContext,
): Promise<void> {
  const vehicleNos = new Set(readings.map(({ vehicle_no }) => vehicle_no));
  const jobs = await listApproachingJobs(db, [...vehicleNos]);
  if (jobs.length === 0) return;
  const byVehicle = Map.groupBy(readings, ({ vehicle_no }) => vehicle_no);
  for (const { vehicle_no, ...job } of jobs) {
    const seen = (byVehicle.get(vehicle_no) ?? []).flatMap(sightingOf);
    const first = seen.find((sighting) => findEnteredStage(job, sighting));
    // SKIP LOCKED: a job under concurrent evaluation is checked again at the watermark.
    const locked = first && (await lockApproachingJob(db, job));
    const stage = locked && findEnteredStage(locked, first);
    if (!stage) continue;
    const { at } = first;
    await saveProximityState(db, markEntered(locked, stage, at));
    const options = { tenant: job.tenant_id, jobId: job.job_id };
    emit('geofence.entered', geofenceEntryOf(job, { stage, at, speedKmh }), {}, options);
  }
}

const sightingOf = ({ atMs, lat_e6, lng_e6 }: StoredReading) =>
  lat_e6 === null || lng_e6 === null
    ? []
    : [{ at: new Date(atMs), position: { lat: lat_e6 / 1e6, lng: lng_e6 / 1e6 } }];
