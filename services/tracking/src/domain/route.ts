import { detour, greatCircleKm, type Position } from '@svc/contracts';

const hourMs = 3_600_000;

/** The time that a way takes on the road: its straight line × 1.3 at an average speed. */
const roadMs = (straightKm: number, speedKmh: number): number =>
  Math.round(((straightKm * detour) / speedKmh) * hourMs);

/** The time from one place to another. */
export const driveMs = (from: Position, to: Position, speedKmh: number): number =>
  roadMs(greatCircleKm(from, to), speedKmh);

/** Radius of an arrival. */
const fenceKm = 0.3;

/** Within 300 m as the crow flies; the edge is within. */
export const isWithinGeofence = (seen: Position, place: Position): boolean =>
  greatCircleKm(seen, place) <= fenceKm;

/** Minutes that the last 300 m take, begun ones counted. */
export const geofenceMinutes = (speedKmh: number): number =>
  Math.ceil(roadMs(fenceKm, speedKmh) / 60_000);
