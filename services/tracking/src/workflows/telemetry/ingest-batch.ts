/**
 * Ingest: deduplicates the readings of a batch by (feed, sequence number) and stores them, in the
 * transaction that answers the request. Batches that share a feed are stored one after the other, so
 * that two with the same number do not both find it unused.
 */
import type { Kysely } from 'kysely';
import type { MeasuredReading, ReadingRejection } from '../../domain/telemetry/batch-readings.ts';
import {
  type DeviceFeed,
  dedupeReadings,
  foreignRegistrations,
  type SequencedReading,
  toStoredReading,
} from '../../domain/telemetry/feed.ts';
import { isRepeat, type StoredReading } from '../../domain/telemetry/stored-reading.ts';
import {
  hasFeedsOfDevices,
  insertFeeds,
  listEarlierPlaces,
  lockFeedsOfDevices,
} from '../../store/feeds.ts';
import { createPartitions, endEarlierLease, listStoredReadings } from '../../store/readings.ts';
import type { Tables } from '../../store/schema.ts';
import { findKnownRegistrations } from '../../store/vehicles.ts';
import { type StoreContext, storePending, storeReadings } from './store-readings.ts';

export interface IngestResult {
  accepted: number;
  duplicates: number;
  rejected: ReadingRejection[];
}

interface Batch {
  providerId: string;
  measured: readonly MeasuredReading[];
}

export async function ingestBatch(
  context: StoreContext & { tenant: string },
  { providerId, measured }: Batch,
): Promise<IngestResult> {
  if (measured.length === 0) return { accepted: 0, duplicates: 0, rejected: [] };
  const { db, tenant } = context;
  const times = measured.map(({ at }) => at);
  if (await endEarlierLease(db, providerId)) {
    await createPartitions(db, times);
    await storePending(context, providerId);
  }
  const deviceIds = [...new Set(measured.map(({ device_id }) => device_id))];
  const since = new Date(Math.min(...times.map(Number)));
  const feeds = await findFeeds(db, tenant, { providerId, deviceIds, since });
  await createPartitions(db, times);
  const foreign = foreignRegistrations(measured, feeds);
  const plates =
    foreign.length > 0 ? await findKnownRegistrations(db, tenant, foreign) : new Set<string>();
  const { fresh, uncertain, repeated, rejected } = dedupeReadings(measured, { feeds, plates });
  const { unused, conflicts } = await dropStored(db, uncertain);
  const accepted = [...fresh, ...unused];
  await storeReadings(context, accepted, [...feeds.values()]);
  const duplicates = repeated + uncertain.length - unused.length - conflicts.length;
  return { accepted: accepted.length, duplicates, rejected: [...rejected, ...conflicts] };
}

/** Feeds of the provider by device; those of devices that it tells of for the first time are added. */
async function findFeeds(
  db: Kysely<Tables>,
  tenant: string,
  of: { providerId: string; deviceIds: readonly string[]; since: Date },
): Promise<Map<string, DeviceFeed>> {
  // Added before any feed is locked: a batch that waits for a feed that another adds holds none.
  if (!(await hasFeedsOfDevices(db, of))) await insertFeeds(db, tenant, of);
  const feeds = await lockFeedsOfDevices(db, of);
  const earlier = await listEarlierPlaces(db, tenant, of);
  return new Map(
    feeds.map((feed) => {
      const { device_id } = feed;
      return [device_id, { ...feed, earlier: earlier.get(device_id) ?? [] }];
    }),
  );
}

const keyOf = ({ feed_no, seq }: StoredReading): string => `${feed_no} ${seq}`;

/**
 * Drops the readings whose numbers are stored; those that were stored otherwise are conflicts. Cheapest
 * lookup first: a batch that is repeated has the same times, and the other days are many.
 */
async function dropStored(
  db: Kysely<Tables>,
  candidates: readonly SequencedReading[],
): Promise<{ unused: StoredReading[]; conflicts: ReadingRejection[] }> {
  const conflicts: ReadingRejection[] = [];
  let left = candidates.map((candidate) => ({
    index: candidate.reading.index,
    stored: toStoredReading(candidate),
  }));
  for (const within of ['own times', 'retention'] as const) {
    if (left.length === 0) break;
    const found = await listStoredReadings(
      db,
      left.map(({ stored }) => stored),
      within,
    );
    const used = new Map(found.map((stored) => [keyOf(stored), stored]));
    left = left.filter(({ index, stored }) => {
      const known = used.get(keyOf(stored));
      if (known !== undefined && !isRepeat(stored, known))
        conflicts.push({ index, code: 'sequence_conflict' });
      return known === undefined;
    });
  }
  return { unused: left.map(({ stored }) => stored), conflicts };
}
