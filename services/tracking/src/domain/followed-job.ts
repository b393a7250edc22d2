import type { Position, Status, TemperatureClass } from '@svc/contracts';
import {
  type Course,
  isMoving,
  isOver,
  type Prediction,
  predict,
  type Road,
} from './prediction.ts';
import { type Staged, stagedBy } from './telemetry/stage.ts';
import { type Watched, watchedBy } from './telemetry/watched.ts';

/** What tracking keeps of a job, fed by the job's events. */
export interface FollowedJob extends Course, Prediction, Staged, Watched {
  tenant_id: string;
  job_id: string;
  ref: string;
  vehicle_id: string | null;
  /** Where its vehicle was when the job was last told of; afterwards it serves other jobs. */
  last_position: Position | null;
  last_seen_at: Date | null;
  delivered_at: Date | null;
  /** Delivered, cancelled or brought back. */
  ended_at: Date | null;
  /** When it was told that the job is at risk, or late. */
  at_risk_at: Date | null;
  breached_at: Date | null;
  heard_at: Date;
  /** The event had waited, so others of its time may still be waiting. */
  heard_late: boolean;
}

/** One event of a job, as far as tracking listens. */
export interface Told {
  type: string;
  tenant_id: string;
  job_id: string;
  ref: string;
  status: Status;
  pickup: Position;
  dropoff: Position;
  sla_due: Date;
  delivered_at: Date | null;
  vehicle_id: string | null;
  temperature_class: TemperatureClass | null;
  /** When it happened, which may be long before it was told. */
  at: Date;
  told_at: Date;
  heard_at: Date;
  /** With `delivery.arriving`. */
  said_minutes: number | null;
}

const minuteMs = 60_000;

/** An event brings the job up to date; what ended stays where it ended. */
export function follow(before: FollowedJob | undefined, told: Told, road: Road): FollowedJob {
  const { type, at, told_at, said_minutes, ...facts } = told;
  const isEnd = isOver(told.status) || type === 'return.completed';
  const place = before?.ended_at ? before : placeOf(road);
  const course = { ...facts, ...progressOf(before, told) };
  const next = {
    ...course,
    ...stagedBy(before, told),
    ...watchedBy(before, { ...course, type, at }),
    last_position: place.last_position,
    last_seen_at: place.last_seen_at,
    ended_at: before?.ended_at ?? (isEnd ? at : null),
    at_risk_at: before?.at_risk_at ?? null,
    breached_at: before?.breached_at ?? null,
    heard_late: told.heard_at.getTime() - told_at.getTime() > minuteMs,
  };
  return repredict({ ...next, arrives_at: null, at_risk_from: null }, road);
}

const placeOf = ({ sighting }: Road) => ({
  last_position: sighting?.position ?? null,
  last_seen_at: sighting?.at ?? null,
});

function progressOf(before: FollowedJob | undefined, { status, at, said_minutes }: Told) {
  const isNewlyMoving = isMoving(status) && status !== before?.status;
  const said =
    said_minutes === null
      ? { said_at: before?.said_at ?? null, said_arrival: before?.said_arrival ?? null }
      : { said_at: at, said_arrival: new Date(at.getTime() + said_minutes * minuteMs) };
  return {
    ...said,
    collected_at: before?.collected_at ?? (isMoving(status) ? at : null),
    moving_since: isNewlyMoving ? at : (before?.moving_since ?? null),
  };
}

/** The same job with what is known of the road now; its vehicle's own pace, once that is known. */
export function repredict(job: FollowedJob, { sighting, speedKmh }: Road): FollowedJob {
  if (job.ended_at) return { ...job, arrives_at: null, at_risk_from: null };
  return { ...job, ...predict(job, { sighting, speedKmh: job.pace_kmh ?? speedKmh }) };
}
