/** Says at once which jobs a batch brought near to where they go. */
import type { tracking } from '@svc/contracts';
import type { Emit } from '@svc/kit/bind';
import type { Kysely } from 'kysely';
import type { Fed } from './domain/telemetry/feed.ts';
import { entered, enters, entryOf } from './domain/telemetry/stage.ts';
import type { Tables } from './store/schema.ts';
import { listHeading, lockHeading, saveStage } from './store/stages.ts';

interface Parts {
  emit: Emit<typeof tracking>;
  speedKmh: number;
}

export async function tellEntries(
  db: Kysely<Tables>,
  fed: readonly Fed[],
  { emit, speedKmh }: Parts,
): Promise<void> {
  const seen = fed.flatMap(({ feed, at, lat_e6, lng_e6 }) =>
    lat_e6 === null || lng_e6 === null
      ? []
      : [{ vehicle_id: feed.vehicle_id, at, position: { lat: lat_e6 / 1e6, lng: lng_e6 / 1e6 } }],
  );
  if (seen.length === 0) return;
  const jobs = await listHeading(db, [...new Set(seen.map(({ vehicle_id }) => vehicle_id))]);
  for (const job of jobs) {
    const inVehicle = seen.filter(({ vehicle_id }) => vehicle_id === job.vehicle_id);
    const first = inVehicle.find((sighting) => enters(job, sighting));
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
