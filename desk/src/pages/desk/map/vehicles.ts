/** Vehicles as the map and its table show them. Pure: runs in the browser, too. */
import type { LiveJob } from '@svc/contracts';
import type { MapLabel } from '@svc/web/map/frame';
import type { Place } from '@svc/web/map/projection';
import { isCarried, isOutOfRange } from '../rows/urgency.ts';

export interface MapVehicle {
  id: string;
  registration: string;
  place: Place | null;
  seenMs: number | null;
  celsius: number | null;
  /** Direction of its last way, where it is known. */
  heading?: MapLabel['heading'];
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

/** More would hide each other. */
const labelledMax = 30;

/** Number plate, age of the position and temperature, for few vehicles. */
export function vehicleLabels(
  vehicles: readonly MapVehicle[],
  stateNow: (vehicle: MapVehicle) => VehicleState,
  nowMs: number,
): MapLabel[] {
  const placed = vehicles.flatMap((vehicle) =>
    vehicle.place ? [{ ...vehicle, ...vehicle.place }] : [],
  );
  if (placed.length > labelledMax) return [];
  return placed.map(({ lat, lng, heading, ...vehicle }) => ({
    ...{ lat, lng, heading, text: labelText(vehicle, nowMs) },
    kind: stateNow(vehicle) === 'out_of_range' ? 'bad' : 'vehicle',
  }));
}

/** `CA 123-456, 2 min ago, 5.1 °C`. */
export const labelText = (
  { registration, seenMs, celsius }: Pick<MapVehicle, 'registration' | 'seenMs' | 'celsius'>,
  nowMs: number,
): string =>
  [registration, ...agesOf(seenMs, nowMs), ...(celsius === null ? [] : [`${celsius} °C`])].join(
    ', ',
  );

const minuteMs = 60_000;

/** Age of a position; a position of the last minute has none. */
function agesOf(seenMs: number | null, nowMs: number): string[] {
  const minutes = seenMs === null ? 0 : Math.floor((nowMs - seenMs) / minuteMs);
  if (minutes < 1) return [];
  if (minutes < 120) return [`${minutes} min ago`];
  const hours = Math.floor(minutes / 60);
  return [hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`];
}
