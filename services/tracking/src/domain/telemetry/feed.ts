/** Deduplication of readings by sequence number, per feed. */
import type { MeasuredReading, ReadingRejection, ReadingRejectionCode } from './batch-readings.ts';
import { contentOf, type StoredReading } from './reading-chunks.ts';

/** Cached knowledge of the sequence numbers of a feed. */
export interface SequenceNumbers {
  /** None higher was used. */
  max: number;
  /** Ranges below that were left out for certain, ends included; of the rest nothing is known. */
  free: [from: number, to: number][];
}

/** Gaps cached per feed; more of them are rarely filled. */
const rangesMax = 8;

/** Claims a number that is certainly new; false if it was used or the cache is not certain. */
export function claimSequence(numbers: SequenceNumbers, seq: number): boolean {
  const { max, free } = numbers;
  if (seq <= max) return claimHole(free, seq);
  if (seq > max + 1) {
    free.push([max + 1, seq - 1]);
    if (free.length > rangesMax) free.shift();
  }
  numbers.max = seq;
  return true;
}

function claimHole(free: SequenceNumbers['free'], seq: number): boolean {
  const place = free.findIndex(([from, to]) => seq >= from && seq <= to);
  const [from, to] = free[place] ?? [];
  if (from === undefined || to === undefined) return false;
  const rest: SequenceNumbers['free'] = [
    [from, seq - 1],
    [seq + 1, to],
  ];
  free.splice(place, 1, ...rest.filter(([first, last]) => first <= last));
  if (free.length > rangesMax) free.shift();
  return true;
}

/** Feed: the readings of one device as sent by one provider. */
export interface DeviceFeed {
  no: number;
  device_id: string;
  vehicle_no: number;
  registration: string;
}

/** A feed with its cached sequence numbers. */
export interface CachedFeed extends DeviceFeed, SequenceNumbers {}
export type CachedFeeds = ReadonlyMap<string, CachedFeed>;

/** A reading with its feed; (feed, sequence number) identifies it. */
export interface SequencedReading {
  reading: MeasuredReading;
  feed: CachedFeed;
}

/** A registration without spaces and hyphens, for comparison. */
const plate = (registration: string): string => registration.replaceAll(/[ -]/g, '');

const isInNamedVehicle = ({ vehicle }: MeasuredReading, { registration }: DeviceFeed): boolean =>
  vehicle === null || vehicle === registration || plate(vehicle) === plate(registration);

/** Claims the numbers that are certainly new, up to the first reading that is not. */
export function claimNewReadings(
  measured: readonly MeasuredReading[],
  feeds: CachedFeeds,
): SequencedReading[] {
  const sequenced: SequencedReading[] = [];
  for (const reading of measured) {
    const feed = feeds.get(reading.device_id);
    if (!feed || !isInNamedVehicle(reading, feed) || !claimSequence(feed, reading.seq)) break;
    sequenced.push({ reading, feed });
  }
  return sequenced;
}

export interface DedupeResult {
  fresh: SequencedReading[];
  /** Claimed by this batch on the fast path. */
  claimedBefore: SequencedReading[];
  /** Numbers that may be stored already, or that another batch has claimed. */
  uncertain: SequencedReading[];
  repeated: number;
  rejected: ReadingRejection[];
}

interface DedupeInputs {
  feeds: CachedFeeds;
  /** Registrations of the carrier among `foreignRegistrations`. */
  plates: ReadonlySet<string>;
  /** Readings whose numbers this batch claimed before. */
  claimed: ReadonlySet<MeasuredReading>;
}

/**
 * Readings of devices that the carrier has, in the vehicles that they name. The same (device, seq)
 * twice in a batch counts once; with another content the later one is a conflict.
 */
export function dedupeReadings(
  measured: readonly MeasuredReading[],
  { feeds, plates, claimed }: DedupeInputs,
): DedupeResult {
  const seen = new Map<string, MeasuredReading>();
  const result: DedupeResult = {
    fresh: [],
    claimedBefore: [],
    uncertain: [],
    repeated: 0,
    rejected: [],
  };
  const groupOf = (sequenced: SequencedReading) => {
    if (claimed.has(sequenced.reading)) return result.claimedBefore;
    return claimSequence(sequenced.feed, sequenced.reading.seq) ? result.fresh : result.uncertain;
  };
  for (const reading of measured) {
    const { index, device_id, seq } = reading;
    const feed = feeds.get(device_id);
    const code = rejectionOf(reading, feed, plates);
    const key = `${device_id} ${seq}`;
    if (code) result.rejected.push({ index, code });
    else if (feed && !seen.has(key)) groupOf({ reading, feed }).push({ reading, feed });
    else if (feed && !isSame({ reading, feed }, seen.get(key)))
      result.rejected.push({ index, code: 'sequence_conflict' });
    else result.repeated += 1;
    if (!code && !seen.has(key)) seen.set(key, reading);
  }
  return result;
}

function rejectionOf(
  reading: MeasuredReading,
  feed: CachedFeed | undefined,
  plates: ReadonlySet<string>,
): ReadingRejectionCode | undefined {
  if (!feed) return 'unknown_device';
  if (isInNamedVehicle(reading, feed)) return undefined;
  return plates.has(plate(reading.vehicle ?? '')) ? 'vehicle_mismatch' : 'unknown_vehicle';
}

/** The registrations that readings name and their devices are not in. */
export function foreignRegistrations(
  measured: readonly MeasuredReading[],
  feeds: CachedFeeds,
): string[] {
  const named = measured.flatMap((reading) => {
    const feed = feeds.get(reading.device_id);
    if (!feed || reading.vehicle === null || isInNamedVehicle(reading, feed)) return [];
    return [plate(reading.vehicle)];
  });
  return [...new Set(named)];
}

const isSame = (sequenced: SequencedReading, before: MeasuredReading | undefined): boolean =>
  before !== undefined &&
  contentOf(toStoredReading(sequenced)) ===
    contentOf(toStoredReading({ ...sequenced, reading: before }));

export const toStoredReading = ({ reading, feed }: SequencedReading): StoredReading => ({
  feed_no: feed.no,
  vehicle_no: feed.vehicle_no,
  atMs: reading.at.getTime(),
  seq: reading.seq,
  temperature_mc: reading.temperature_mc,
  lat_e6: reading.lat_e6,
  lng_e6: reading.lng_e6,
  speed_kmh: reading.speed_kmh,
  calibrated_until: reading.calibrated_until,
  late: reading.late,
  bad_fix: false,
});
