/**
 * Sequence cache: the sequence numbers of a provider's feeds, kept per process so that most batches
 * are deduplicated without a read.
 *
 * The provider lease in the database carries a fencing token. One process at a time holds the
 * current token, and only appends with that token succeed, so its cache is complete. A process that
 * takes the lease over, or any other change of the feeds, replaces the token: the append of the
 * former holder fails, and it reloads its cache. A number that was claimed for a batch which did
 * not commit costs one extra lookup and nothing else.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Config } from '../../config.ts';
import type { CachedFeed } from '../../domain/telemetry/feed.ts';
import { insertFeeds, listFeeds } from '../../store/feeds.ts';
import {
  listPendingReadings,
  lockProviderLease,
  saveProviderLease,
} from '../../store/pending-batches.ts';
import type { Tables } from '../../store/schema.ts';

export interface SequenceCache {
  token: string;
  /** By device id; replaced by an empty map when the fencing token is stale. */
  feeds: Map<string, CachedFeed>;
  /** Highest number per feed, over the pending batches up to `lastBatchNo`. */
  pendingMax: Map<number, number>;
  lastBatchNo: number;
}

/** One process may serve two environments, each with a database of its own. */
const caches = new WeakMap<Config, Map<string, SequenceCache>>();

export function sequenceCacheOf(config: Config, providerId: string): SequenceCache {
  const ofConfig = caches.get(config) ?? new Map<string, SequenceCache>();
  caches.set(config, ofConfig);
  const known = ofConfig.get(providerId);
  const cache = known ?? { token: '', feeds: new Map(), pendingMax: new Map(), lastBatchNo: 0 };
  ofConfig.set(providerId, cache);
  return cache;
}

export interface ProviderCache {
  providerId: string;
  cache: SequenceCache;
}

/**
 * Takes the provider lease for the rest of the transaction and loads the feeds of these devices.
 * True if the token must be renewed: the cache was stale, or feeds were added.
 */
export async function lockAndRefresh(
  db: Kysely<Tables>,
  tenant: string,
  { providerId, cache, deviceIds }: ProviderCache & { deviceIds: readonly string[] },
): Promise<boolean> {
  const token = await lockProviderLease(db, providerId);
  const isStale = token !== cache.token;
  if (isStale) await readPending(db, { providerId, cache });
  const missing = deviceIds.filter((id) => !cache.feeds.has(id));
  if (missing.length === 0) return isStale;
  const wanted = { providerId, deviceIds: missing };
  const known = await listFeeds(db, providerId, missing);
  const added = known.length < missing.length ? await insertFeeds(db, tenant, wanted) : 0;
  const feeds = added > 0 ? await listFeeds(db, providerId, missing) : known;
  for (const { max_seq, ...feed } of feeds) {
    const max = Math.max(max_seq, cache.pendingMax.get(feed.no) ?? -1);
    cache.feeds.set(feed.device_id, { ...feed, max, free: [] });
  }
  return isStale || added > 0;
}

/** Reads pending batches before the feeds, so that a flush in between is not missed. */
async function readPending(
  db: Kysely<Tables>,
  { providerId, cache }: ProviderCache,
): Promise<void> {
  const { pendingMax } = cache;
  for (const { no, max } of cache.feeds.values()) pendingMax.set(no, max);
  cache.feeds = new Map();
  const { readings, last } = await listPendingReadings(db, providerId, cache.lastBatchNo);
  for (const { feed_no, seq } of readings) {
    pendingMax.set(feed_no, Math.max(seq, pendingMax.get(feed_no) ?? -1));
  }
  cache.lastBatchNo = last;
}

/** Replaces the fencing token: concurrent appends with the former one fail and are retried. */
export async function renewToken(
  db: Kysely<Tables>,
  { providerId, cache }: ProviderCache,
): Promise<void> {
  cache.token = randomUUID();
  await saveProviderLease(db, providerId, cache.token);
}
