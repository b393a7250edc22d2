/** The way between two places, which every service must reckon alike (decisions, Jobs). */
import type { Position } from './primitives.ts';

const earthRadiusKm = 6371.0088;
/** Roads are longer than the straight line. */
const detour = 1.3;
/** The longest way that can be priced. */
const kmMax = 2000;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The way between two sites: the great circle × 1.3, to one decimal. */
export function routeKm(from: Position, to: Position): number {
  const sinLat = Math.sin(radians(to.lat - from.lat) / 2);
  const sinLng = Math.sin(radians(to.lng - from.lng) / 2);
  const chord = sinLat ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * sinLng ** 2;
  const straightKm = 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
  return Math.min(kmMax, Math.round(straightKm * detour * 10) / 10);
}
