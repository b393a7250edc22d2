import { on } from '../define.ts';
import { applyGeofenceEntry } from '../domain/geofence-entry.ts';
import { lockJob, saveJob } from '../store/jobs.ts';
import { emitJobEvents } from '../workflows/emit-events.ts';

/**
 * Emits `pickup.arriving` or `delivery.arriving`, at most once each, unless the courier reported
 * it first.
 */
export const onGeofenceEntered = on(
  'tracking',
  'geofence.entered',
  async ({ data }, { db, tenant, now, emit }) => {
    const before = await lockJob(db, tenant, data.job_id);
    const after = applyGeofenceEntry(before, data, now);
    if (!after) return;
    await saveJob(db, tenant, { before, after });
    emitJobEvents(emit, after);
  },
);
