/** Distance between two places, computed identically in every service (decisions, Jobs). */
import type { Position } from './primitives.ts';

const earthRadiusKm = 6371.0088;
/** Ratio of road distance to straight-line distance. */
export const detour = 1.3;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in km. */
export function greatCircleKm(from: Position, to: Position): number {
  const sinLat = Math.sin(radians(to.lat - from.lat) / 2);
  const sinLng = Math.sin(radians(to.lng - from.lng) / 2);
  const chord = sinLat ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * sinLng ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Distance between two sites: great circle × 1.3, to one decimal; may exceed `kmMax`. */
export const routeKm = (from: Position, to: Position): number =>
  Math.round(greatCircleKm(from, to) * detour * 10) / 10;
