import type { Position, Status } from '@svc/contracts';
import { fenceMinutes, isWithinFence } from '../way.ts';

/** Where a job goes next, as long as nobody said that it is arriving there. */
export type Stage = 'pickup' | 'dropoff';

export interface Staged {
  stage: Stage | null;
  stage_since: Date | null;
  entered_pickup_at: Date | null;
  entered_dropoff_at: Date | null;
}

const stageOfStatus: Partial<Record<Status, Stage>> = {
  en_route_pickup: 'pickup',
  in_transit: 'dropoff',
};
const stageOfEvent: Readonly<Record<string, Stage>> = {
  'pickup.arriving': 'pickup',
  'delivery.arriving': 'dropoff',
};

const nowhere: Staged = {
  stage: null,
  stage_since: null,
  entered_pickup_at: null,
  entered_dropoff_at: null,
};

const enteredAt = (staged: Staged, stage: Stage): Date | null =>
  stage === 'pickup' ? staged.entered_pickup_at : staged.entered_dropoff_at;

/** The stage is over: it is told once, whoever told it. */
export const entered = <S extends Staged>(staged: S, stage: Stage, at: Date): S => ({
  ...staged,
  stage: null,
  stage_since: null,
  ...(stage === 'pickup' ? { entered_pickup_at: at } : { entered_dropoff_at: at }),
});

/** The stage that a job is in after one of its events; each is awaited once. */
export function stagedBy(
  before: Staged = nowhere,
  { type, status, at }: { type: string; status: Status; at: Date },
): Staged {
  const { entered_pickup_at, entered_dropoff_at, stage_since } = before;
  const known = { ...nowhere, entered_pickup_at, entered_dropoff_at };
  const told = stageOfEvent[type];
  if (told) return entered(known, told, at);
  const stage = stageOfStatus[status];
  if (!stage || enteredAt(known, stage)) return known;
  return { ...known, stage, stage_since: before.stage === stage ? stage_since : at };
}

/** A job on its way to somewhere, with the places it goes to. */
export interface Heading extends Staged {
  pickup: Position;
  dropoff: Position;
}

/** A vehicle that was seen near enough since the stage began has entered it. */
export function enters(job: Heading, seen: { position: Position; at: Date }): Stage | null {
  const { stage, stage_since } = job;
  if (!stage || !stage_since || seen.at < stage_since) return null;
  return isWithinFence(seen.position, job[stage]) ? stage : null;
}

export const entryOf = (
  job: { job_id: string; ref: string },
  { stage, at, speedKmh }: { stage: Stage; at: Date; speedKmh: number },
) => ({
  job_id: job.job_id,
  ref: job.ref,
  stage,
  at: at.toISOString(),
  eta_minutes: fenceMinutes(speedKmh),
});
