/** Track supplement: the part of a tracking record that tracking owns (position, ETA, photo). */
import { carrierOf } from '@svc/kit/settings';
import type { Kysely } from 'kysely';
import { photoLink } from '../adapters/expiring-links.ts';
import type { TrackingReadScope } from '../define.ts';
import type { JobView, RecordContext, TrackSupplement } from '../domain/tracking-record.ts';
import type { Tables } from '../store/schema.ts';
import { findTrackedState } from '../store/tracked-jobs.ts';
import { findLatestReading } from './cold-chain/find-trace.ts';

export async function findTrackSupplement(
  view: JobView,
  { db, now, config }: TrackingReadScope & { db: Kysely<Tables> },
): Promise<TrackSupplement> {
  const { driver_id: driverId, vehicle_id: vehicleId } = view.assignment ?? {};
  // Tenant of the job: a caller with a tracking link has none.
  const kept = await findTrackedState(db, view.tenant_id, { jobId: view.id, driverId, vehicleId });
  const photoUrl =
    kept.hasPhoto && driverId !== undefined
      ? `${config.SVC_PUBLIC_URL}/files/photo/${photoLink(driverId, now, config.SVC_SECRET)}`
      : null;
  const latest = await findLatestReading(kept.tracked, { db, now, config });
  return { tracked: kept.tracked, sighting: kept.sighting, photoUrl, latest };
}

export const recordContextOf = ({ now, config }: TrackingReadScope): RecordContext => ({
  now,
  speedKmh: config.SVC_AVERAGE_SPEED_KMH,
  carrier: carrierOf(config),
});
