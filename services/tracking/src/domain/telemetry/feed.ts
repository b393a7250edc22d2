import type { Measured, Rejection } from './batch.ts';

/** What one provider tells of one device. */
export interface Feed {
  no: number;
  device_id: string;
  vehicle_id: string;
  vehicle_no: number;
  registration: string;
}

/** A reading with the feed that it belongs to. */
export interface Fed extends Measured {
  feed: Feed;
}

/** However it is spaced, it is the same plate. */
const plate = (registration: string): string => registration.replaceAll(/[ -]/g, '');

/**
 * Readings of devices that the carrier has, in the vehicles that they name. The same (device, seq)
 * twice in a batch counts once.
 */
export function feedOf(
  measured: readonly Measured[],
  { feeds, plates }: { feeds: readonly Feed[]; plates: ReadonlySet<string> },
): { fed: Fed[]; repeated: number; rejected: Rejection[] } {
  const byDevice = new Map(feeds.map((feed) => [feed.device_id, feed]));
  const seen = new Set<string>();
  const fed: Fed[] = [];
  const rejected: Rejection[] = [];
  let repeated = 0;
  for (const reading of measured) {
    const { index, device_id, seq, vehicle } = reading;
    const feed = byDevice.get(device_id);
    const key = `${device_id} ${seq}`;
    if (!feed) rejected.push({ index, code: 'unknown_device' });
    else if (vehicle !== null && plate(vehicle) !== plate(feed.registration)) {
      const isKnown = plates.has(plate(vehicle));
      rejected.push({ index, code: isKnown ? 'vehicle_mismatch' : 'unknown_vehicle' });
    } else if (seen.has(key)) repeated += 1;
    else {
      seen.add(key);
      fed.push({ ...reading, feed });
    }
  }
  return { fed, repeated, rejected };
}

/** The registrations that readings name and their devices are not in. */
export function foreignPlates(measured: readonly Measured[], feeds: readonly Feed[]): string[] {
  const own = new Map(feeds.map(({ device_id, registration }) => [device_id, plate(registration)]));
  const named = measured.flatMap(({ device_id, vehicle }) => {
    const expected = own.get(device_id);
    if (vehicle === null || expected === undefined) return [];
    return plate(vehicle) === expected ? [] : [plate(vehicle)];
  });
  return [...new Set(named)];
}

/** What readings say of their feed: the highest number, the newest position. */
export interface Advance {
  no: number;
  max_seq: number;
  newest: Fed | null;
}

export function advancesOf(fed: readonly Fed[]): Advance[] {
  const advances = new Map<number, Advance>();
  for (const reading of fed) {
    const { feed, seq, at, lat_e6 } = reading;
    const { max_seq, newest } = advances.get(feed.no) ?? { max_seq: seq, newest: null };
    const isNewest = lat_e6 !== null && (newest === null || at > newest.at);
    advances.set(feed.no, {
      no: feed.no,
      max_seq: Math.max(max_seq, seq),
      newest: isNewest ? reading : newest,
    });
  }
  return [...advances.values()].sort((a, b) => a.no - b.no);
}
