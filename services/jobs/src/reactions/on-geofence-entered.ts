import { on } from '../define.ts';
import { arriveBy } from '../domain/arriving.ts';
import { lockJob, saveJob } from '../store/jobs.ts';
import { tell } from '../tell.ts';

/** pickup.arriving and delivery.arriving, once each, whoever notices first. */
export const onGeofenceEntered = on(
  'tracking',
  'geofence.entered',
  async ({ data }, { db, tenant, now, emit }) => {
    const before = await lockJob(db, tenant, data.job_id);
    const after = arriveBy(before, data, now);
    if (!after) return;
    await saveJob(db, tenant, { before, after });
    tell(emit, after);
  },
);
