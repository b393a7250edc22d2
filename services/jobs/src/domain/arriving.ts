/** A vehicle has told by itself that it is near to where its job goes. */
import type { DataOf, tracking } from '@svc/contracts';
import type { Outcome } from './happening.ts';
import type { Job } from './job.ts';
import { transition } from './transition.ts';

export type Entry = DataOf<(typeof tracking)['events']['geofence.entered']>;

const statusOfStage = { pickup: 'en_route_pickup', dropoff: 'in_transit' } as const;

/**
 * What comes of it, or nothing: when the job has left that stage by now, or its courier said so
 * before. The courier's milestones may still be told late, so it does not set the time after which
 * they must lie.
 */
export function arriveBy(job: Job, entry: Entry, now: Date): Outcome | undefined {
  if (job.status !== statusOfStage[entry.stage] || job.said_eta_at !== null) return undefined;
  const { eta_minutes } = entry;
  const seenMs = Math.min(Date.parse(entry.at), now.getTime());
  const at = new Date(Math.max(seenMs, job.milestone_at.getTime()));
  const telling = { now, at, by: `vehicle:${job.assignment?.vehicle_id}` };
  const outcome = transition(job, { type: 'arriving', eta_minutes }, telling);
  return { ...outcome, job: { ...outcome.job, milestone_at: job.milestone_at } };
}
