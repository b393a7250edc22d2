/** The way between two places, which every service must reckon alike (decisions, Jobs). */
import type { Position } from './primitives.ts';

const earthRadiusKm = 6371.0088;
/** Roads are longer than the straight line. */
export const detour = 1.3;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** As the crow flies, in km. */
export function greatCircleKm(from: Position, to: Position): number {
  const sinLat = Math.sin(radians(to.lat - from.lat) / 2);
  const sinLng = Math.sin(radians(to.lng - from.lng) / 2);
  const chord = sinLat ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * sinLng ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The way between two sites: the great circle × 1.3, to one decimal; it may be beyond `kmMax`. */
export const routeKm = (from: Position, to: Position): number =>
  Math.round(greatCircleKm(from, to) * detour * 10) / 10;
