/** Vehicles as the map and its table show them. Pure: runs in the browser, too. */
import type { LiveJob } from '@svc/contracts';
import { isCarried, isOutOfRange } from '../rows/urgency.ts';
import type { Place } from './projection.ts';

export interface MapVehicle {
  id: string;
  registration: string;
  place: Place | null;
  seenMs: number | null;
  celsius: number | null;
}

export const vehicleStates = ['out_of_range', 'busy', 'free', 'silent', 'unseen'] as const;
export type VehicleState = (typeof vehicleStates)[number];

export const stateLabels: Readonly<Record<VehicleState, string>> = {
  out_of_range: 'Temperature out of range',
  busy: 'On a job',
  free: 'Without a job',
  silent: 'No position for 5 minutes',
  unseen: 'Never seen',
};

const silentMs = 5 * 60_000;

const isOut = (celsius: number | null, job: LiveJob): boolean =>
  isCarried(job) && isOutOfRange(celsius, job.temperature_range_c);

/** The worst that is true of it. */
export function stateOf(
  { place, seenMs, celsius }: MapVehicle,
  jobs: readonly LiveJob[],
  nowMs: number,
): VehicleState {
  if (jobs.some((job) => isOut(celsius, job))) return 'out_of_range';
  if (place === null || seenMs === null) return 'unseen';
  if (nowMs - seenMs > silentMs) return 'silent';
  return jobs.length > 0 ? 'busy' : 'free';
}

/** By the vehicle that they are in, or are assigned to. */
export function jobsByVehicle(jobs: Iterable<LiveJob>): Map<string, LiveJob[]> {
  const byVehicle = new Map<string, LiveJob[]>();
  for (const job of jobs) {
    if (job.vehicle_id === null) continue;
    const own = byVehicle.get(job.vehicle_id);
    if (own) own.push(job);
    else byVehicle.set(job.vehicle_id, [job]);
  }
  return byVehicle;
}
