/** Ranking of the drivers that are suggested for a job. Pure. */
import {
  type Driver,
  type DriverSuggestion,
  type Position,
  routeKm,
  type Vehicle,
} from '@svc/contracts';
import { conflictsOf, doOverlap } from './assignment-conflicts.ts';
import { drivingMinutes } from './en-route.ts';
import type { PlannedStop } from './planned-job.ts';

export interface Candidate {
  driver: Pick<Driver, 'id' | 'first_name' | 'last_name' | 'documents'> &
    Partial<Pick<Driver, 'base' | 'shifts'>>;
  /** The usual one. */
  vehicle:
    | (Pick<Vehicle, 'id' | 'registration' | 'documents' | 'last_position'> &
        Partial<Pick<Vehicle, 'base' | 'capacity'>>)
    | null;
  /** Jobs that are not over, the next due first. */
  jobs: readonly PlannedStop[];
}
export interface WantedJob extends PlannedStop {
  pickup: { position: Position };
}

/** Cost of a job at the same time, in minutes of driving: about a stop with its hand-over. */
const minutesPerJob = 20;

/**
 * Ranks by driving time to the pickup and the load in the job's window. Drivers without a known
 * place follow; drivers with a blocking conflict are last and have no rank.
 */
export function rankDrivers(
  job: WantedJob,
  candidates: readonly Candidate[],
  now: Date,
): DriverSuggestion[] {
  const all = candidates.map((candidate) => suggestionOf(job, candidate, now));
  const isFit = ({ conflicts }: DriverSuggestion) =>
    !conflicts.some(({ is_blocking }) => is_blocking);
  const fit = all.filter(isFit).toSorted(byWeight);
  const unfit = all.filter((each) => !isFit(each)).toSorted(byWeight);
  return [...fit.map((each, index) => ({ ...each, rank: index + 1 })), ...unfit];
}

const byWeight = (a: DriverSuggestion, b: DriverSuggestion): number =>
  Number(a.minutes === null) - Number(b.minutes === null) ||
  weightOf(a) - weightOf(b) ||
  a.open_jobs - b.open_jobs ||
  (a.driver_id < b.driver_id ? -1 : 1);

const weightOf = ({ minutes, jobs_in_window }: DriverSuggestion): number =>
  (minutes ?? 0) + jobs_in_window * minutesPerJob;

function suggestionOf(
  job: WantedJob,
  { driver, vehicle, jobs }: Candidate,
  now: Date,
): DriverSuggestion {
  const others = jobs.filter(({ id }) => id !== job.id);
  const from = placeOf(job, { driver, vehicle, jobs: others });
  return {
    driver_id: driver.id,
    first_name: driver.first_name,
    last_name: driver.last_name,
    vehicle: vehicle && { vehicle_id: vehicle.id, registration: vehicle.registration },
    rank: null,
    km: from && routeKm(from.position, job.pickup.position),
    minutes: from && drivingMinutes(from.position, job.pickup.position),
    measured_from: from?.measured_from ?? null,
    jobs_in_window: others.filter((other) => doOverlap(job, other)).length,
    open_jobs: others.length,
    conflicts: conflictsOf(job, { driver, vehicle, others }, now),
  };
}

interface Origin {
  position: Position;
  measured_from: NonNullable<DriverSuggestion['measured_from']>;
}

/** Last known position of the vehicle, else the last stop that is due before this job is, else a base. */
function placeOf(job: WantedJob, { driver, vehicle, jobs: others }: Candidate): Origin | null {
  if (vehicle?.last_position) return { position: vehicle.last_position, measured_from: 'vehicle' };
  const stop = others.findLast(({ sla_due }) => sla_due <= job.sla_due) ?? others[0];
  if (stop) return { position: stop.dropoff.position, measured_from: 'stop' };
  const base = driver.base ?? vehicle?.base;
  return base ? { position: base.position, measured_from: 'base' } : null;
}
