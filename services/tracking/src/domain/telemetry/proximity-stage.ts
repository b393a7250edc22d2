import type { Position, Status } from '@svc/contracts';
import { geofenceMinutes, isWithinGeofence } from '../route.ts';

/** Where a job goes next, as long as nobody said that it is arriving there. */
export type ProximityStage = 'pickup' | 'dropoff';

export interface ProximityState {
  stage: ProximityStage | null;
  stage_since: Date | null;
  entered_pickup_at: Date | null;
  entered_dropoff_at: Date | null;
}

const stageOfStatus: Partial<Record<Status, ProximityStage>> = {
  en_route_pickup: 'pickup',
  in_transit: 'dropoff',
};
const stageOfEvent: Readonly<Record<string, ProximityStage>> = {
  'pickup.arriving': 'pickup',
  'delivery.arriving': 'dropoff',
};

const nowhere: ProximityState = {
  stage: null,
  stage_since: null,
  entered_pickup_at: null,
  entered_dropoff_at: null,
};

const enteredAt = (staged: ProximityState, stage: ProximityStage): Date | null =>
  stage === 'pickup' ? staged.entered_pickup_at : staged.entered_dropoff_at;

/** Ends the stage; each stage is entered once, by telemetry or by the courier. */
export const markEntered = <S extends ProximityState>(
  staged: S,
  stage: ProximityStage,
  at: Date,
): S => ({
  ...staged,
  stage: null,
  stage_since: null,
  ...(stage === 'pickup' ? { entered_pickup_at: at } : { entered_dropoff_at: at }),
});

/** The stage that a job is in after one of its events; each is awaited once. */
export function nextProximityState(
  before: ProximityState = nowhere,
  { type, status, at }: { type: string; status: Status; at: Date },
): ProximityState {
  const { entered_pickup_at, entered_dropoff_at, stage_since } = before;
  const known = { ...nowhere, entered_pickup_at, entered_dropoff_at };
  const told = stageOfEvent[type];
  if (told) return markEntered(known, told, at);
  const stage = stageOfStatus[status];
  if (!stage || enteredAt(known, stage)) return known;
  return { ...known, stage, stage_since: before.stage === stage ? stage_since : at };
}

/** A job on its way to somewhere, with the places it goes to. */
export interface ApproachingJob extends ProximityState {
  pickup: Position;
  dropoff: Position;
}

/** A vehicle that was seen near enough since the stage began has entered it. */
export function findEnteredStage(
  job: ApproachingJob,
  seen: { position: Position; at: Date },
): ProximityStage | null {
  const { stage, stage_since } = job;
  if (!stage || !stage_since || seen.at < stage_since) return null;
  return isWithinGeofence(seen.position, job[stage]) ? stage : null;
}

export const geofenceEntryOf = (
  job: { job_id: string; ref: string },
  { stage, at, speedKmh }: { stage: ProximityStage; at: Date; speedKmh: number },
) => ({
  job_id: job.job_id,
  ref: job.ref,
  stage,
  at: at.toISOString(),
  eta_minutes: geofenceMinutes(speedKmh),
});
