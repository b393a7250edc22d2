/** Says which jobs readings brought near to where they go. */
import type { tracking } from '@svc/contracts';
import type { Emit } from '@svc/kit/bind';
import type { Kysely } from 'kysely';
import type { Stored } from './domain/telemetry/packed.ts';
import { entered, enters, entryOf } from './domain/telemetry/stage.ts';
import type { Tables } from './store/schema.ts';
import { listHeading, lockHeading, saveStage } from './store/stages.ts';

interface Parts {
  emit: Emit<typeof tracking>;
  speedKmh: number;
}

export async function tellEntries(
  db: Kysely<Tables>,
  readings: readonly Stored[],
  { emit, speedKmh }: Parts,
): Promise<void> {
  const vehicleNos = new Set(readings.map(({ vehicle_no }) => vehicle_no));
  const jobs = await listHeading(db, [...vehicleNos]);
  if (jobs.length === 0) return;
  const byVehicle = Map.groupBy(readings, ({ vehicle_no }) => vehicle_no);
  for (const { vehicle_no, ...job } of jobs) {
    const seen = (byVehicle.get(vehicle_no) ?? []).flatMap(sightingOf);
    const first = seen.find((sighting) => enters(job, sighting));
    // A job that somebody else decides on at this moment is looked at again at the watermark.
    const locked = first && (await lockHeading(db, job));
    const stage = locked && enters(locked, first);
    if (!stage) continue;
    const { at } = first;
    await saveStage(db, entered(locked, stage, at));
    const options = { tenant: job.tenant_id, jobId: job.job_id };
    emit('geofence.entered', entryOf(job, { stage, at, speedKmh }), {}, options);
  }
}

const sightingOf = ({ atMs, lat_e6, lng_e6 }: Stored) =>
  lat_e6 === null || lng_e6 === null
    ? []
    : [{ at: new Date(atMs), position: { lat: lat_e6 / 1e6, lng: lng_e6 / 1e6 } }];
