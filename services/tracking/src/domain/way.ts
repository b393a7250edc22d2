import type { Position } from '@svc/contracts';

const earthRadiusKm = 6371.0088;
/** Roads are longer than the straight line. */
const detour = 1.3;
const hourMs = 3_600_000;

/** The time from one place to another: the great circle × 1.3 at an average speed. */
export const driveMs = (from: Position, to: Position, speedKmh: number): number =>
  Math.round(((greatCircleKm(from, to) * detour) / speedKmh) * hourMs);

function greatCircleKm(from: Position, to: Position): number {
  const sinLat = Math.sin(radians(to.lat - from.lat) / 2);
  const sinLng = Math.sin(radians(to.lng - from.lng) / 2);
  const chord = sinLat ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * sinLng ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
