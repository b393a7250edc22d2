/** Automatic arrival: the vehicle has entered the geofence of its next stop. */
import type { DataOf, tracking } from '@svc/contracts';
import type { JobRecord } from './job.ts';
import type { TransitionResult } from './job-command.ts';
import { transition } from './transition.ts';

export type GeofenceEntry = DataOf<(typeof tracking)['events']['geofence.entered']>;

const statusOfStage = { pickup: 'en_route_pickup', dropoff: 'in_transit' } as const;

/**
 * Announces the arrival; undefined if the job has left that stage or its courier announced it
 * already. Keeps `milestone_at`, because the courier may still report an earlier milestone.
 */
export function applyGeofenceEntry(
  job: JobRecord,
  entry: GeofenceEntry,
  now: Date,
): TransitionResult | undefined {
  if (job.status !== statusOfStage[entry.stage] || job.announced_eta_at !== null) return undefined;
  const { eta_minutes } = entry;
  const seenMs = Math.min(Date.parse(entry.at), now.getTime());
  const at = new Date(Math.max(seenMs, job.milestone_at.getTime()));
  const context = { now, at, by: `vehicle:${job.assignment?.vehicle_id}` };
  const result = transition(job, { type: 'arriving', eta_minutes }, context);
  return { ...result, job: { ...result.job, milestone_at: job.milestone_at } };
}
