/** Projection of a job, and the prediction of its arrival. */
import type { JobProfile, Position, Status, TemperatureClass } from '@svc/contracts';
import { type HeldJob, nextHolds } from './holds.ts';
import {
  type ArrivalPrediction,
  isMoving,
  isOver,
  type JobProgress,
  type PredictionInputs,
  predictArrival,
} from './prediction.ts';
import { nextProximityState, type ProximityState } from './telemetry/proximity-stage.ts';
import { nextWatchedJob, type WatchedJob } from './telemetry/watched-job.ts';

/** Projection of a job, fed by the job's events. */
export interface TrackedJobRecord
  extends JobProgress,
    ArrivalPrediction,
    ProximityState,
    WatchedJob,
    HeldJob {
  tenant_id: string;
  job_id: string;
  ref: string;
  /** Null without one, and for jobs of before until their next event. */
  driver_id: string | null;
  /** Where its vehicle was when the job was last updated; afterwards it serves other jobs. */
  last_position: Position | null;
  last_seen_at: Date | null;
  delivered_at: Date | null;
  /** Delivered, cancelled or brought back. */
  ended_at: Date | null;
  /** When `sla.at_risk` and `sla.breached` were emitted. */
  at_risk_at: Date | null;
  breached_at: Date | null;
  received_at: Date;
  /** The event had waited, so others of its time may still be waiting. */
  is_late: boolean;
}

/** One event of a job, as far as tracking listens. */
export interface JobUpdate {
  type: string;
  tenant_id: string;
  job_id: string;
  ref: string;
  status: Status;
  pickup: Position;
  dropoff: Position;
  sla_due: Date;
  delivered_at: Date | null;
  driver_id: string | null;
  vehicle_id: string | null;
  /** Whether that vehicle is a hub. */
  isAtHub: boolean;
  temperature_class: TemperatureClass | null;
  temperature_profile: JobProfile | null;
  /** When it happened, possibly long before the event was emitted. */
  at: Date;
  emitted_at: Date;
  received_at: Date;
  /** With `delivery.arriving`. */
  courier_eta_minutes: number | null;
}

const minuteMs = 60_000;

/** An event brings the job up to date; what ended stays where it ended. */
export function applyJobUpdate(
  before: TrackedJobRecord | undefined,
  update: JobUpdate,
  road: PredictionInputs,
): TrackedJobRecord {
  const { type, at, emitted_at, courier_eta_minutes, isAtHub, ...facts } = update;
  const isEnd = isOver(update.status) || type === 'return.completed';
  // A phone's position stays in its feed, which forgets it.
  const isKnown = before?.ended_at || road.sighting?.isPhone;
  const place = isKnown ? before : placeOf(road);
  const course = { ...facts, ...progressOf(before, update) };
  const next = {
    ...course,
    ...nextProximityState(before, update),
    ...nextWatchedJob(before, { ...course, type, at }),
    last_position: place?.last_position ?? null,
    last_seen_at: place?.last_seen_at ?? null,
    ended_at: before?.ended_at ?? (isEnd ? at : null),
    earlier_holds: nextHolds(before, { vehicle_id: facts.vehicle_id, at }),
    at_risk_at: before?.at_risk_at ?? null,
    breached_at: before?.breached_at ?? null,
    is_late: update.received_at.getTime() - emitted_at.getTime() > minuteMs,
  };
  return updatePrediction({ ...next, arrives_at: null, at_risk_from: null }, road);
}

const placeOf = ({ sighting }: PredictionInputs) => ({
  last_position: sighting?.position ?? null,
  last_seen_at: sighting?.at ?? null,
});

function progressOf(
  before: TrackedJobRecord | undefined,
  { status, at, courier_eta_minutes, isAtHub }: JobUpdate,
) {
  const restedSince = before?.rests_since ?? null;
  const hasLeftHub = restedSince !== null && !isAtHub;
  const isNewlyMoving = isMoving(status) && (status !== before?.status || hasLeftHub);
  const courierEta =
    courier_eta_minutes === null
      ? { courier_eta_at: before?.courier_eta_at ?? null, courier_eta: before?.courier_eta ?? null }
      : {
          courier_eta_at: at,
          courier_eta: new Date(at.getTime() + courier_eta_minutes * minuteMs),
        };
  return {
    ...courierEta,
    collected_at: before?.collected_at ?? (isMoving(status) ? at : null),
    moving_since: isNewlyMoving ? at : (before?.moving_since ?? null),
    rests_since: isAtHub ? (restedSince ?? at) : null,
  };
}

/** The same job with what is known of the road now; its vehicle's own pace, once that is known. */
export function updatePrediction(
  job: TrackedJobRecord,
  { sighting, speedKmh }: PredictionInputs,
): TrackedJobRecord {
  if (job.ended_at) return { ...job, arrives_at: null, at_risk_from: null };
  return {
    ...job,
    ...predictArrival(job, { sighting, speedKmh: job.average_speed_kmh ?? speedKmh }),
  };
}
