/** What tracking itself knows of a job that jobs has shown to the caller. */
import type { Ambient } from '@svc/kit/bind';
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import type { JobView, Moment, Own } from './domain/record.ts';
import { photoLink } from './photo-link.ts';
import { findKept } from './store/followed-jobs.ts';
import type { Tables } from './store/schema.ts';

type Asking = Pick<Ambient<Config>, 'now' | 'config'>;

export async function ownOf(
  view: JobView,
  { db, now, config }: Asking & { db: Kysely<Tables> },
): Promise<Own> {
  const { driver_id: driverId, vehicle_id: vehicleId } = view.assignment ?? {};
  // Of the job's tenant: whoever has the link has none.
  const kept = await findKept(db, view.tenant_id, { jobId: view.id, driverId, vehicleId });
  const photoUrl =
    kept.hasPhoto && driverId !== undefined
      ? `${config.SVC_PUBLIC_URL}/files/photo/${photoLink(driverId, now, config.SVC_SECRET)}`
      : null;
  return { followed: kept.followed, sighting: kept.sighting, photoUrl };
}

export const momentOf = ({ now, config }: Asking): Moment => ({
  now,
  speedKmh: config.SVC_AVERAGE_SPEED_KMH,
});
