import type { Position } from '@svc/contracts';

const earthRadiusKm = 6371.0088;
/** Roads are longer than the straight line. */
const detour = 1.3;
const hourMs = 3_600_000;

/** The time that a way takes on the road: its straight line × 1.3 at an average speed. */
const roadMs = (straightKm: number, speedKmh: number): number =>
  Math.round(((straightKm * detour) / speedKmh) * hourMs);

/** The time from one place to another. */
export const driveMs = (from: Position, to: Position, speedKmh: number): number =>
  roadMs(greatCircleKm(from, to), speedKmh);

/** Whoever is so near is arriving. */
const fenceKm = 0.3;

/** Within 300 m as the crow flies; the edge is within. */
export const isWithinFence = (seen: Position, place: Position): boolean =>
  greatCircleKm(seen, place) <= fenceKm;

/** Minutes that the last 300 m take, begun ones counted. */
export const fenceMinutes = (speedKmh: number): number =>
  Math.ceil(roadMs(fenceKm, speedKmh) / 60_000);

function greatCircleKm(from: Position, to: Position): number {
  const sinLat = Math.sin(radians(to.lat - from.lat) / 2);
  const sinLng = Math.sin(radians(to.lng - from.lng) / 2);
  const chord = sinLat ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * sinLng ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
