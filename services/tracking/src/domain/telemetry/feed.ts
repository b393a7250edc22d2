/** Deduplication of readings by sequence number, per feed. */
import type { Sighting } from '../prediction.ts';
import type { MeasuredReading, ReadingRejection, ReadingRejectionCode } from './batch-readings.ts';
import { contentOf, type StoredReading } from './stored-reading.ts';

/** The vehicle of a device. */
interface Place {
  vehicle_no: number;
  registration: string;
}

/** Feed: the readings of one device as sent by one provider. */
export interface DeviceFeed extends Place {
  no: number;
  device_id: string;
  /** Where the device was before, the oldest first, as far back as the readings at hand. */
  earlier: readonly (Place & { until: Date })[];
  /** No stored number is higher. */
  max_seq: number;
  /** Its newest good position. */
  fix: Sighting | null;
  /** Calibration that its device is registered with, `YYYY-MM-DD`. */
  calibrated_until: string | null;
}

export type Feeds = ReadonlyMap<string, DeviceFeed>;

/** A reading with its feed; (feed, sequence number) identifies it. */
export interface SequencedReading {
  reading: MeasuredReading;
  feed: DeviceFeed;
}

/** A registration without spaces and hyphens, for comparison. */
const plate = (registration: string): string => registration.replaceAll(/[ -]/g, '');

/**
 * Where the reading was measured, which may come when its device is in another vehicle: where it says,
 * else where the device was then. Undefined if the device never was in the vehicle that it names.
 */
function placeOf({ vehicle, at }: MeasuredReading, feed: DeviceFeed): Place | undefined {
  if (vehicle === null) return feed.earlier.find(({ until }) => at < until) ?? feed;
  return [...feed.earlier, feed].findLast(
    ({ registration }) => vehicle === registration || plate(vehicle) === plate(registration),
  );
}

export interface DedupeResult {
  /** Higher than all stored numbers of their feeds. */
  fresh: StoredReading[];
  /** Numbers that may be stored already. */
  uncertain: SequencedReading[];
  repeated: number;
  rejected: ReadingRejection[];
}

/**
 * Readings of devices that the carrier has, in the vehicles that they name, now or before (`plates` are those of
 * `foreignRegistrations` that are the carrier's). The same (device, seq) twice in a batch counts
 * once; with another content the later one is a conflict.
 */
export function dedupeReadings(
  measured: readonly MeasuredReading[],
  { feeds, plates }: { feeds: Feeds; plates: ReadonlySet<string> },
): DedupeResult {
  const seen = new Map<string, string>();
  const result: DedupeResult = { fresh: [], uncertain: [], repeated: 0, rejected: [] };
  for (const reading of measured) {
    const { index, device_id, seq } = reading;
    const feed = feeds.get(device_id);
    const code = rejectionOf(reading, feed, plates);
    if (code || !feed) {
      result.rejected.push({ index, code: code ?? 'unknown_device' });
      continue;
    }
    const stored = toStoredReading({ reading, feed });
    const content = contentOf(stored);
    const key = `${device_id} ${seq}`;
    const known = seen.get(key);
    if (known === content) result.repeated += 1;
    else if (known !== undefined) result.rejected.push({ index, code: 'sequence_conflict' });
    else if (seq > feed.max_seq) result.fresh.push(stored);
    else result.uncertain.push({ reading, feed });
    if (known === undefined) seen.set(key, content);
  }
  return result;
}

function rejectionOf(
  reading: MeasuredReading,
  feed: DeviceFeed | undefined,
  plates: ReadonlySet<string>,
): ReadingRejectionCode | undefined {
  if (!feed) return 'unknown_device';
  if (placeOf(reading, feed)) return undefined;
  return plates.has(plate(reading.vehicle ?? '')) ? 'vehicle_mismatch' : 'unknown_vehicle';
}

/** The registrations that readings name and their devices never were in. */
export function foreignRegistrations(measured: readonly MeasuredReading[], feeds: Feeds): string[] {
  const named = measured.flatMap((reading) => {
    const feed = feeds.get(reading.device_id);
    if (!feed || reading.vehicle === null || placeOf(reading, feed)) return [];
    return [plate(reading.vehicle)];
  });
  return [...new Set(named)];
}

/** A temperature that was sent without a calibration has the one that its device is registered with. */
export function withRegisteredCalibration(
  readings: readonly StoredReading[],
  feeds: readonly Pick<DeviceFeed, 'no' | 'calibrated_until'>[],
): StoredReading[] {
  const registered = new Map(feeds.map(({ no, calibrated_until }) => [no, calibrated_until]));
  return readings.map((reading) => {
    if (reading.temperature_mc === null || reading.calibrated_until !== null) return reading;
    return { ...reading, calibrated_until: registered.get(reading.feed_no) ?? null };
  });
}

export const toStoredReading = ({ reading, feed }: SequencedReading): StoredReading => ({
  feed_no: feed.no,
  vehicle_no: (placeOf(reading, feed) ?? feed).vehicle_no,
  at: reading.at,
  seq: reading.seq,
  temperature_mc: reading.temperature_mc,
  lat_e6: reading.lat_e6,
  lng_e6: reading.lng_e6,
  speed_mh: reading.speed_mh,
  calibrated_until: reading.calibrated_until,
  late: reading.late,
  bad_fix: false,
});
