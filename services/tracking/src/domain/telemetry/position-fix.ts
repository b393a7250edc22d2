/**
 * Plausibility of the positions of a feed. A bad fix is kept with its reading and moves nothing: no
 * arrival, geofence, last position or map.
 */
import {
  greatCircleKm,
  type OperatingArea,
  positionFault,
  readingSpeedMaxKmh,
} from '@svc/contracts';
import type { Sighting } from '../prediction.ts';
import type { StoredReading } from './stored-reading.ts';

/** Scatter of receivers between buildings, km: so near is no jump, however short the time. */
const scatterKm = 1;
const hourMs = 3_600_000;

/**
 * A fix lies in the operator's area, not at 0,0, and can be reached from the last good one at 300 km/h.
 * The time that has passed counts: a vehicle that moved while its tracker was off is found again.
 */
export function isGoodFix(fix: Sighting, last: Sighting | null, area: OperatingArea): boolean {
  if (positionFault(fix.position, area) !== undefined) return false;
  if (last === null || positionFault(last.position, area) !== undefined) return true;
  const km = greatCircleKm(last.position, fix.position);
  const hours = Math.abs(fix.at.getTime() - last.at.getTime()) / hourMs;
  return km <= Math.max(scatterKm, hours * readingSpeedMaxKmh);
}

export const sightingOf = ({ at, lat_e6, lng_e6 }: StoredReading): Sighting | null =>
  lat_e6 === null || lng_e6 === null
    ? null
    : { at, position: { lat: lat_e6 / 1e6, lng: lng_e6 / 1e6 } };

/**
 * The readings in the order of time, each with whether its position is a bad fix by the last good one
 * of its feed.
 */
export function judgeFixes(
  readings: readonly StoredReading[],
  known: ReadonlyMap<number, Sighting | null>,
  area: OperatingArea,
): StoredReading[] {
  const last = new Map(known);
  return readings
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.seq - b.seq)
    .map((reading) => {
      const fix = sightingOf(reading);
      if (!fix) return reading;
      const before = last.get(reading.feed_no) ?? null;
      if (!isGoodFix(fix, before, area)) return { ...reading, bad_fix: true };
      if (!before || before.at <= fix.at) last.set(reading.feed_no, fix);
      return reading;
    });
}
