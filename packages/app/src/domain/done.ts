/** What was done at which door: for the courier, from what this device has recorded. */
import { handOffs } from '@svc/contracts/jobs/hand-offs';
import type { ActionType, JobStatus } from './action.ts';

/** An action that ended what was due at a door. */
export interface DoneAct {
  /** Of the action. */
  id: string;
  job_id: string;
  ref: string;
  type: ActionType;
  /** Server time, RFC 3339. */
  at: string;
  /** Site and name of the door. */
  site_id: string;
  door: string;
  parcels: number;
}

const endings = ['collect', 'deliver', 'pickup_failed', 'delivery_failed'] as const;
export const isEnding = (type: ActionType): type is (typeof endings)[number] =>
  endings.some((each) => each === type);

/** Whether an action ended what was due: a seal that is not the job's interrupts it instead. */
export const isDone = (type: ActionType, before: JobStatus, after: JobStatus): boolean =>
  isEnding(type) &&
  Object.entries(handOffs[type].leads).some(([from, to]) => from === before && to === after);

const keptMs = 24 * 3_600_000;
/** Acts of the last day, without one that is discarded, corrected or not accepted. */
export const keptActs = (acts: readonly DoneAct[], nowMs: number, without?: string): DoneAct[] =>
  acts.filter(({ id, at }) => id !== without && nowMs - Date.parse(at) < keptMs);

export interface DoneStop extends Pick<DoneAct, 'type' | 'at' | 'site_id' | 'door' | 'parcels'> {
  jobs: number;
}

/** Acts of a kind that follow each other at a door are one stop; the latest last. */
export function doneStops(acts: readonly DoneAct[]): DoneStop[] {
  const stops: DoneStop[] = [];
  for (const { type, at, site_id, door, parcels } of acts) {
    const last = stops.at(-1);
    if (last?.type === type && last.site_id === site_id) {
      stops.splice(-1, 1, { ...last, at, jobs: last.jobs + 1, parcels: last.parcels + parcels });
    } else stops.push({ type, at, site_id, door, parcels, jobs: 1 });
  }
  return stops;
}
