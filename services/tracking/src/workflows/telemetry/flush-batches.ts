/**
 * Flush, stage 2 of telemetry: moves the readings of pending batches into chunks, many batches in
 * one transaction, and detects geofence entries in them.
 */
import type { Kysely } from 'kysely';
import type { TrackingWriteContext } from '../../define.ts';
import {
  chunksOf,
  feedProgressOf,
  groupByFeed,
  partitionDay,
  type ReadingChunk,
} from '../../domain/telemetry/reading-chunks.ts';
import { advanceFeeds } from '../../store/feeds.ts';
import { deleteBatches, listOldestBatches, tryLockFlush } from '../../store/pending-batches.ts';
import { createPartition, insertChunks } from '../../store/reading-chunks.ts';
import type { Tables } from '../../store/schema.ts';
import { detectGeofenceEntries } from './detect-geofence-entries.ts';

/** Batches per flush: at most 100 000 readings, so that the event loop is not blocked for long. */
const batchesMax = 200;
const dayMs = 24 * 3_600_000;

/** One flush; true if more batches may be pending. */
export async function flushBatches({ db, emit, config }: TrackingWriteContext): Promise<boolean> {
  if (!(await tryLockFlush(db))) return false;
  const { readings, batchNos } = await listOldestBatches(db, batchesMax);
  if (batchNos.length === 0) return false;
  const feeds = groupByFeed(readings);
  const chunks = feeds.flatMap(chunksOf);
  if (await createPartitions(db, chunks)) return true;
  await deleteBatches(db, batchNos);
  await insertChunks(db, chunks);
  await advanceFeeds(db, feeds.flatMap(feedProgressOf));
  await detectGeofenceEntries(db, readings, { emit, speedKmh: config.SVC_AVERAGE_SPEED_KMH });
  return batchNos.length === batchesMax;
}

/**
 * True if a partition was missing. It is then committed alone: creating it locks out all readers of
 * the table, which must not wait for the rest of a flush.
 */
async function createPartitions(
  db: Kysely<Tables>,
  chunks: readonly ReadingChunk[],
): Promise<boolean> {
  // Days as integers: formatting a date for each chunk is slow.
  const days = new Map(chunks.map(({ from }) => [Math.floor(from.getTime() / dayMs), from]));
  let created = false;
  for (const from of days.values()) {
    created = (await createPartition(db, partitionDay(from))) || created;
  }
  return created;
}
