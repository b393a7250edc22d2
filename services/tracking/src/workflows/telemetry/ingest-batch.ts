/**
 * Ingest, stage 1 of telemetry: deduplicates the readings of a batch by (feed, sequence number) and
 * appends them as one pending batch, in the transaction that answers the request.
 */
import type { Kysely } from 'kysely';
import type { MeasuredReading, ReadingRejection } from '../../domain/telemetry/batch-readings.ts';
import {
  claimNewReadings,
  dedupeReadings,
  foreignRegistrations,
  type SequencedReading,
  toStoredReading,
} from '../../domain/telemetry/feed.ts';
import {
  contentOf,
  encodeReadings,
  type StoredReading,
} from '../../domain/telemetry/reading-chunks.ts';
import { appendBatch, listPendingReadings } from '../../store/pending-batches.ts';
import { listChunkReadings, type SequenceKey } from '../../store/reading-chunks.ts';
import type { Tables } from '../../store/schema.ts';
import { findKnownRegistrations } from '../../store/vehicles.ts';
import {
  lockAndRefresh,
  type ProviderCache,
  renewToken,
  type SequenceCache,
} from './sequence-cache.ts';

export interface IngestResult {
  accepted: number;
  duplicates: number;
  rejected: ReadingRejection[];
}

interface Batch extends ProviderCache {
  measured: readonly MeasuredReading[];
}

/** Fast path: if the cache says that all sequence numbers are new, append without a read. */
export async function ingestBatch(
  db: Kysely<Tables>,
  tenant: string,
  batch: Batch,
): Promise<IngestResult> {
  const { measured, cache } = batch;
  const { feeds, token } = cache;
  const sequenced = claimNewReadings(measured, feeds);
  if (sequenced.length === measured.length && (await append(db, batch, sequenced))) {
    return { accepted: sequenced.length, duplicates: 0, rejected: [] };
  }
  return ingestUnderLease(db, tenant, { ...batch, claim: { feeds, token, sequenced } });
}

/** False if the fencing token is stale: another process holds the lease, or the feeds changed. */
async function append(
  db: Kysely<Tables>,
  batch: Batch,
  sequenced: readonly SequencedReading[],
): Promise<boolean> {
  if (sequenced.length === 0) return true;
  const { providerId, cache } = batch;
  const no = await appendBatch(db, cache.token, {
    providerId,
    unevaluatedFrom: firstOnTime(sequenced),
    feedNos: [...new Set(sequenced.map(({ feed }) => feed.no))],
    readings: encodeReadings(sequenced.map(toStoredReading)),
  });
  if (no === undefined) return false;
  cache.lastBatchNo = Math.max(cache.lastBatchNo, no);
  return true;
}

function firstOnTime(sequenced: readonly SequencedReading[]): Date | null {
  let first: Date | null = null;
  for (const { reading } of sequenced) {
    if (!reading.late && (first === null || reading.at < first)) first = reading.at;
  }
  return first;
}

interface RetriedBatch extends Batch {
  /** Numbers that the fast path claimed, with the cache state they were claimed in. */
  claim: Pick<SequenceCache, 'feeds' | 'token'> & { sequenced: readonly SequencedReading[] };
}

/**
 * Slow path, under the provider lease: looks up the numbers of which the cache is not certain.
 *
 * Of two batches with the same number, one may have claimed it in the cache without having appended
 * yet while the other finds it unused. The token is then renewed, so that the append of the first
 * fails and it takes the slow path, too.
 */
async function ingestUnderLease(
  db: Kysely<Tables>,
  tenant: string,
  { claim, ...batch }: RetriedBatch,
): Promise<IngestResult> {
  const { providerId, cache, measured } = batch;
  const deviceIds = [...new Set(measured.map(({ device_id }) => device_id))];
  const isStale = await lockAndRefresh(db, tenant, { providerId, cache, deviceIds });
  const { token, feeds } = cache;
  const claimed = claim.feeds === feeds ? claim.sequenced.map(({ reading }) => reading) : [];
  const foreign = foreignRegistrations(measured, feeds);
  const plates =
    foreign.length > 0 ? await findKnownRegistrations(db, tenant, foreign) : new Set<string>();
  const sorted = dedupeReadings(measured, { feeds, plates, claimed: new Set(claimed) });
  const { fresh, claimedBefore, uncertain, repeated, rejected } = sorted;
  const isClaimValid = claim.token === token;
  const candidates = isClaimValid ? uncertain : [...claimedBefore, ...uncertain];
  const { unused, conflicts } = await dropStored(db, providerId, candidates);
  if (isStale || unused.length > 0) await renewToken(db, batch);
  const accepted = [...fresh, ...(isClaimValid ? claimedBefore : []), ...unused];
  if (!(await append(db, batch, accepted))) throw new Error('the token of the feeds is not ours');
  const duplicates = repeated + candidates.length - unused.length - conflicts.length;
  return { accepted: accepted.length, duplicates, rejected: [...rejected, ...conflicts] };
}

const keyOf = ({ feed_no, seq }: SequenceKey): string => `${feed_no} ${seq}`;
const sequenceKeyOf = ({ feed, reading }: SequencedReading): SequenceKey => ({
  feed_no: feed.no,
  seq: reading.seq,
  atMs: reading.at.getTime(),
});

/**
 * Drops the readings whose numbers are stored already; those that were stored otherwise are conflicts.
 * Cheapest lookup first: a repeated batch is usually still pending, or was flushed with readings of
 * the same hour.
 */
async function dropStored(
  db: Kysely<Tables>,
  providerId: string,
  candidates: readonly SequencedReading[],
): Promise<{ unused: readonly SequencedReading[]; conflicts: ReadingRejection[] }> {
  const conflicts: ReadingRejection[] = [];
  const lookups = [
    async () => (await listPendingReadings(db, providerId, 0)).readings,
    (wanted: readonly SequenceKey[]) => listChunkReadings(db, wanted, 'hour'),
    (wanted: readonly SequenceKey[]) => listChunkReadings(db, wanted, 'retention'),
  ];
  let left = candidates;
  for (const lookUp of lookups) {
    if (left.length === 0) break;
    const found = await lookUp(left.map(sequenceKeyOf));
    const used = new Map(found.map((stored: StoredReading) => [keyOf(stored), contentOf(stored)]));
    left = left.filter((sequenced) => {
      const content = used.get(keyOf(sequenceKeyOf(sequenced)));
      if (content !== undefined && content !== contentOf(toStoredReading(sequenced)))
        conflicts.push({ index: sequenced.reading.index, code: 'sequence_conflict' });
      return content === undefined;
    });
  }
  return { unused: left, conflicts };
}
