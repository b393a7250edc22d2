/**
 * Flush, stage 2 of telemetry: moves the readings of pending batches into chunks, many batches in
 * one transaction, and detects geofence entries in them.
 */
import type { Kysely } from 'kysely';
import type { TrackingWriteContext } from '../../define.ts';
import { judgeFixes, sightingOf } from '../../domain/telemetry/position-fix.ts';
import {
  findEnteredStage,
  geofenceEntryOf,
  markEntered,
} from '../../domain/telemetry/proximity-stage.ts';
import { packReadings, type StoredReading } from '../../domain/telemetry/reading-chunks.ts';
import {
  listApproachingJobs,
  lockApproachingJob,
  saveProximityState,
} from '../../store/approaching-jobs.ts';
import { advanceFeeds, listLastFixes } from '../../store/feeds.ts';
import { deleteBatches, listOldestBatches, tryLockFlush } from '../../store/pending-batches.ts';
import { insertChunks } from '../../store/reading-chunks.ts';
import type { Tables } from '../../store/schema.ts';

/** Batches per flush: at most 100 000 readings, so that the event loop is not blocked for long. */
const batchesMax = 200;

/** One flush; true if more batches may be pending. */
export async function flushBatches({ db, emit, config }: TrackingWriteContext): Promise<boolean> {
  if (!(await tryLockFlush(db))) return false;
  const { readings: pending, batchNos } = await listOldestBatches(db, batchesMax);
  if (batchNos.length === 0) return false;
  const fixes = await listLastFixes(db, [...new Set(pending.map(({ feed_no }) => feed_no))]);
  const readings = judgeFixes(pending, fixes, config.SVC_OPERATING_AREA);
  const { chunks, progress } = packReadings(readings);
  if (!(await insertChunks(db, chunks))) return true;
  await deleteBatches(db, batchNos);
  await advanceFeeds(db, progress);
  await detectGeofenceEntries(db, readings, { emit, speedKmh: config.SVC_AVERAGE_SPEED_KMH });
  return batchNos.length === batchesMax;
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
