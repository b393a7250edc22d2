/**
 * Stores new readings: judges their positions, advances their feeds and detects geofence entries in
 * them, in the transaction that accepts them.
 */
import type { Kysely } from 'kysely';
import type { TrackingWriteContext } from '../../define.ts';
import { type DeviceFeed, withRegisteredCalibration } from '../../domain/telemetry/feed.ts';
import { judgeFixes, sightingOf } from '../../domain/telemetry/position-fix.ts';
import {
  findEnteredStage,
  geofenceEntryOf,
  markEntered,
} from '../../domain/telemetry/proximity-stage.ts';
import { feedProgressOf, type StoredReading } from '../../domain/telemetry/stored-reading.ts';
import {
  listApproachingJobs,
  lockApproachingJob,
  saveProximityState,
} from '../../store/approaching-jobs.ts';
import { advanceFeeds, lockFeeds } from '../../store/feeds.ts';
import { findPendingProvider, takePendingReadings } from '../../store/pending-batches.ts';
import { createPartitions, endEarlierLease, insertReadings } from '../../store/readings.ts';
import type { Tables } from '../../store/schema.ts';

export type StoreContext = Pick<TrackingWriteContext, 'db' | 'emit' | 'config'>;

/** Under the lock of their feeds. */
export async function storeReadings(
  { db, emit, config }: StoreContext,
  accepted: readonly StoredReading[],
  feeds: readonly DeviceFeed[],
): Promise<void> {
  if (accepted.length === 0) return;
  const fixes = new Map(feeds.map(({ no, fix }) => [no, fix]));
  const calibrated = withRegisteredCalibration(accepted, feeds);
  const readings = judgeFixes(calibrated, fixes, config.SVC_OPERATING_AREA);
  await insertReadings(db, readings);
  await advanceFeeds(db, feedProgressOf(readings));
  await detectGeofenceEntries(db, readings, { emit, speedKmh: config.SVC_AVERAGE_SPEED_KMH });
}

interface EntryContext {
  emit: TrackingWriteContext['emit'];
  speedKmh: number;
}

/** Geofence detection: emits an entry for each job whose vehicle came within 300 m of its stage. */
async function detectGeofenceEntries(
  db: Kysely<Tables>,
  readings: readonly StoredReading[],
  { emit, speedKmh }: EntryContext,
): Promise<void> {
  const vehicleNos = new Set(readings.map(({ vehicle_no }) => vehicle_no));
  const jobs = await listApproachingJobs(db, [...vehicleNos]);
  if (jobs.length === 0) return;
  const byVehicle = Map.groupBy(readings, ({ vehicle_no }) => vehicle_no);
  for (const { vehicle_no, ...job } of jobs) {
    const good = (byVehicle.get(vehicle_no) ?? []).filter(({ bad_fix }) => !bad_fix);
    const seen = good.flatMap((reading) => sightingOf(reading) ?? []);
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

/** Stores what a process of the version before accepted of the provider, which it locked alone. */
export async function storePending(context: StoreContext, providerId: string): Promise<void> {
  const pending = await takePendingReadings(context.db, providerId);
  const times = pending.map(({ at }) => at);
  await createPartitions(context.db, times);
  const feeds = await lockFeeds(context.db, [...new Set(pending.map(({ feed_no }) => feed_no))]);
  await storeReadings(context, pending, feeds);
}

/** False if no process of the version before left a batch of any provider. */
export async function storeNextPending(context: StoreContext): Promise<boolean> {
  const providerId = await findPendingProvider(context.db);
  if (providerId === undefined) return false;
  if (await endEarlierLease(context.db, providerId)) await storePending(context, providerId);
  return true;
}
