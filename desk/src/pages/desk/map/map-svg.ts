/** Marks of the map: one path for all of a kind, so that thousands of them are one element. */
import type { LiveJob } from '@svc/contracts';
import type { Place, Projection } from '@svc/web/map/projection';
import { jobsByVehicle, type MapVehicle, stateOf, type VehicleState } from './vehicles.ts';

/** Kinds of marks, those on top last. */
export const marks = [
  'way',
  'dropoff',
  'pickup',
  'silent',
  'free',
  'busy',
  'out_of_range',
] as const;
export type MapMark = (typeof marks)[number];
/** Data of each path: marks are dots of lines without length, drawn by their caps. */
export type MarkPaths = Readonly<Record<MapMark, string>>;

interface Shown {
  vehicles: Iterable<MapVehicle>;
  jobs: readonly LiveJob[];
  nowMs: number;
}

const waiting: ReadonlySet<string> = new Set(['booked', 'assigned', 'en_route_pickup']);

/** Whether its parcels are still to be collected. */
export const isWaiting = ({ status }: Pick<LiveJob, 'status'>): boolean => waiting.has(status);

/** A line without length, which its caps make a dot. */
export const markData = ({ x, y }: { x: number; y: number }): string => `M${x} ${y}h0`;

/** From the vehicle to the drop-off, by the pick-up until its parcels are collected. */
export function wayData(seen: Place, job: LiveJob, toPoint: Projection['toPoint']): string {
  const stops = isWaiting(job) ? [job.pickup, job.dropoff] : [job.dropoff];
  const points = [seen, ...stops.map(({ position }) => position)].map(toPoint);
  return `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;
}

export function markPaths({ vehicles, jobs, nowMs }: Shown, { toPoint }: Projection): MarkPaths {
  const parts: Record<MapMark | VehicleState, string[]> = {
    ...{ way: [], dropoff: [], pickup: [] },
    ...{ silent: [], free: [], busy: [], out_of_range: [], unseen: [] },
  };
  const add = (mark: MapMark | VehicleState, place: Place) => {
    parts[mark].push(markData(toPoint(place)));
  };
  for (const job of jobs) {
    if (isWaiting(job)) add('pickup', job.pickup.position);
    add('dropoff', job.dropoff.position);
  }
  const byVehicle = jobsByVehicle(jobs);
  for (const vehicle of vehicles) {
    const own = byVehicle.get(vehicle.id) ?? [];
    if (!vehicle.place) continue;
    add(stateOf(vehicle, own, nowMs), vehicle.place);
    for (const job of own) parts.way.push(wayData(vehicle.place, job, toPoint));
  }
  const { way, dropoff, pickup, silent, free, busy, out_of_range } = parts;
  const joined = (texts: string[]) => texts.join('');
  return {
    way: joined(way),
    dropoff: joined(dropoff),
    pickup: joined(pickup),
    silent: joined(silent),
    free: joined(free),
    busy: joined(busy),
    out_of_range: joined(out_of_range),
  };
}
