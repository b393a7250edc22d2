import type { Measured, Rejection, RejectionCode } from './batch.ts';
import { claim, type Numbers } from './numbers.ts';
import type { Stored } from './packed.ts';

/** What one provider tells of one device. */
export interface Feed {
  no: number;
  device_id: string;
  vehicle_no: number;
  registration: string;
}

/** A feed with what is known of its numbers. */
export interface KnownFeed extends Feed, Numbers {}
export type KnownFeeds = ReadonlyMap<string, KnownFeed>;

/** A reading with the feed that it belongs to. */
export interface Fed {
  reading: Measured;
  feed: KnownFeed;
}

/** However it is spaced, it is the same plate. */
const plate = (registration: string): string => registration.replaceAll(/[ -]/g, '');

const isIn = ({ vehicle }: Measured, { registration }: Feed): boolean =>
  vehicle === null || vehicle === registration || plate(vehicle) === plate(registration);

/** Claims the numbers of readings that are new beyond doubt, up to the first that is not so. */
export function claimNew(measured: readonly Measured[], feeds: KnownFeeds): Fed[] {
  const fed: Fed[] = [];
  for (const reading of measured) {
    const feed = feeds.get(reading.device_id);
    if (!feed || !isIn(reading, feed) || !claim(feed, reading.seq)) break;
    fed.push({ reading, feed });
  }
  return fed;
}

export interface Sorted {
  fresh: Fed[];
  /** Claimed by this batch before. */
  ours: Fed[];
  /** With numbers that may have been used, or that another batch has claimed. */
  doubtful: Fed[];
  repeated: number;
  rejected: Rejection[];
}

interface Known {
  feeds: KnownFeeds;
  /** Registrations of the carrier that readings name and their devices are not in. */
  plates: ReadonlySet<string>;
  /** Readings whose numbers this batch claimed before. */
  claimed: ReadonlySet<Measured>;
}

/**
 * Readings of devices that the carrier has, in the vehicles that they name. The same (device, seq)
 * twice in a batch counts once.
 */
export function sortOut(measured: readonly Measured[], { feeds, plates, claimed }: Known): Sorted {
  const seen = new Set<string>();
  const sorted: Sorted = { fresh: [], ours: [], doubtful: [], repeated: 0, rejected: [] };
  const placeOf = (fed: Fed) => {
    if (claimed.has(fed.reading)) return sorted.ours;
    return claim(fed.feed, fed.reading.seq) ? sorted.fresh : sorted.doubtful;
  };
  for (const reading of measured) {
    const { index, device_id, seq } = reading;
    const feed = feeds.get(device_id);
    const code = rejectionOf(reading, feed, plates);
    const key = `${device_id} ${seq}`;
    if (code) sorted.rejected.push({ index, code });
    else if (feed && !seen.has(key)) placeOf({ reading, feed }).push({ reading, feed });
    else sorted.repeated += 1;
    if (!code) seen.add(key);
  }
  return sorted;
}

function rejectionOf(
  reading: Measured,
  feed: KnownFeed | undefined,
  plates: ReadonlySet<string>,
): RejectionCode | undefined {
  if (!feed) return 'unknown_device';
  if (isIn(reading, feed)) return undefined;
  return plates.has(plate(reading.vehicle ?? '')) ? 'vehicle_mismatch' : 'unknown_vehicle';
}

/** The registrations that readings name and their devices are not in. */
export function foreignPlates(measured: readonly Measured[], feeds: KnownFeeds): string[] {
  const named = measured.flatMap((reading) => {
    const feed = feeds.get(reading.device_id);
    if (!feed || reading.vehicle === null || isIn(reading, feed)) return [];
    return [plate(reading.vehicle)];
  });
  return [...new Set(named)];
}

export const toStored = ({ reading, feed }: Fed): Stored => ({
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
});
