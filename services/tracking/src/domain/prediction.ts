import type { Position, Status } from '@svc/contracts';
import { driveMs } from './route.ts';

/** Where a vehicle was, and when. */
export interface Sighting {
  position: Position;
  at: Date;
  /** Reported by a courier's phone. */
  isPhone?: boolean;
}

/** How far a job has come, as far as its arrival depends on it. */
export interface JobProgress {
  status: Status;
  pickup: Position;
  dropoff: Position;
  sla_due: Date;
  /** When the courier took the parcels. */
  collected_at: Date | null;
  /** When it last began to move with them, or went on after a halt. */
  moving_since: Date | null;
  /** When it was taken into the hub where it rests; null while it is in none. */
  rests_since: Date | null;
  /** When the courier last said how long it takes, and what time of arrival that means. */
  courier_eta_at: Date | null;
  courier_eta: Date | null;
}

export interface ArrivalPrediction {
  /** At the drop-off; null while the job does not move there. */
  arrives_at: Date | null;
  /** From when on it cannot be in time, unless news changes that; null while it can. */
  at_risk_from: Date | null;
}

/** Inputs of a prediction: the vehicle's last sighting, and the average speed of vehicles. */
export interface PredictionInputs {
  sighting: Sighting | null;
  speedKmh: number;
}

/** With the parcels under way to the drop-off. */
export const isMoving = (status: Status): boolean =>
  status === 'collected' || status === 'in_transit';
/** Parcels that rest at a hub are collected, and go nowhere until a courier takes them out. */
const isUnderWay = ({ status, rests_since }: JobProgress): boolean =>
  isMoving(status) && rests_since === null;
export const isOver = (status: Status): boolean => status === 'delivered' || status === 'cancelled';

const later = (a: Date, b: Date): Date => (a > b ? a : b);
const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/**
 * A moving job arrives when its courier said, or after the way from where its vehicle was last seen
 * since, whichever is newer. One that waits has time until the remaining way no longer fits.
 */
export function predictArrival(
  course: JobProgress,
  { sighting, speedKmh }: PredictionInputs,
): ArrivalPrediction {
  const { status, sla_due } = course;
  if (isOver(status)) return { arrives_at: null, at_risk_from: null };
  const { wayMs, arrival } = estimateOf(course, { sighting, speedKmh });
  if (!arrival) return { arrives_at: null, at_risk_from: plus(sla_due, -wayMs) };
  return {
    arrives_at: arrival.arrives_at,
    at_risk_from: arrival.arrives_at > sla_due ? arrival.at : null,
  };
}

interface Estimate {
  /** Drive from where the parcels are known to be. */
  wayMs: number;
  /** Predicted arrival of a moving job, and when that was estimated. */
  arrival: { at: Date; arrives_at: Date } | null;
}

export function estimateOf(course: JobProgress, road: PredictionInputs): Estimate {
  const { pickup, dropoff, collected_at, moving_since } = course;
  const known = collected_at && whereabouts(road.sighting, { position: pickup, at: collected_at });
  const wayMs = driveMs(known?.position ?? pickup, dropoff, road.speedKmh);
  if (!known || !isUnderWay(course)) return { wayMs, arrival: null };
  const from = later(known.at, moving_since ?? known.at);
  return { wayMs, arrival: newsOf(course, from) ?? { at: from, arrives_at: plus(from, wayMs) } };
}

/** A collection proves a position at the pickup; sightings before it do not count. */
const whereabouts = (sighting: Sighting | null, collection: Sighting): Sighting =>
  sighting && sighting.at >= collection.at ? sighting : collection;

/** The courier's own estimate, unless something newer is known. */
function newsOf({ courier_eta_at, courier_eta }: JobProgress, from: Date) {
  if (!courier_eta_at || !courier_eta || courier_eta_at < from) return undefined;
  return { at: courier_eta_at, arrives_at: courier_eta };
}
