/** The map as SVG: one path for all marks of a kind, so that thousands of them are one element. */
import type { LiveJob } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { groundScale, type MapView, type Place, type Projection } from './projection.ts';
import { jobsByVehicle, type MapVehicle, stateOf, type VehicleState } from './vehicles.ts';

/** Kinds of marks, those on top last. */
export const marks = ['dropoff', 'pickup', 'silent', 'free', 'busy', 'out_of_range'] as const;
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

export function markPaths({ vehicles, jobs, nowMs }: Shown, { toPoint }: Projection): MarkPaths {
  const parts: Record<MapMark | VehicleState, string[]> = {
    ...{ dropoff: [], pickup: [], silent: [], free: [], busy: [], out_of_range: [], unseen: [] },
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
    const state = stateOf(vehicle, byVehicle.get(vehicle.id) ?? [], nowMs);
    if (vehicle.place) add(state, vehicle.place);
  }
  const { dropoff, pickup, silent, free, busy, out_of_range } = parts;
  const joined = (texts: string[]) => texts.join('');
  return {
    dropoff: joined(dropoff),
    pickup: joined(pickup),
    silent: joined(silent),
    free: joined(free),
    busy: joined(busy),
    out_of_range: joined(out_of_range),
  };
}

const steps = [1, 2, 5];
/** The greatest of 1, 2, 5, 10 … that is not above the value. */
function roundStep(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value));
  return (steps.findLast((step) => step * decade <= value) ?? 1) * decade;
}

const degrees = (value: number, step: number, [plus, minus]: [string, string]): string =>
  `${Math.abs(value).toFixed(Math.max(0, -Math.floor(Math.log10(step))))}° ${value < 0 ? minus : plus}`;

const multiples = (from: number, to: number, step: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.floor(to / step) - Math.ceil(from / step) + 1) },
    (_, n) => (Math.ceil(from / step) + n) * step,
  );

/** Graticule and scale bar of what is shown; sizes are shares of it. */
export function frameMarkup(view: MapView, projection: Projection): Html {
  const { x, y, width, height } = view;
  const northWest = projection.toPlace({ x, y });
  const southEast = projection.toPlace({ x: x + width, y: y + height });
  const step = roundStep((southEast.lng - northWest.lng) / 4);
  const size = height / 36;
  const lngs = multiples(northWest.lng, southEast.lng, step).map((lng) => {
    const at = projection.toPoint({ lat: northWest.lat, lng }).x;
    return html`<path class="grid" d="M${at} ${y}v${height}"/><text x="${at + size / 4}" y="${y + size}" font-size="${size}">${degrees(lng, step, ['E', 'W'])}</text>`;
  });
  const lats = multiples(southEast.lat, northWest.lat, step).map((lat) => {
    const at = projection.toPoint({ lat, lng: northWest.lng }).y;
    return html`<path class="grid" d="M${x} ${at}h${width}"/><text x="${x + size / 4}" y="${at - size / 4}" font-size="${size}">${degrees(lat, step, ['N', 'S'])}</text>`;
  });
  return html`${lngs}${lats}${scaleBar(view, size, northWest)}`;
}

function scaleBar({ x, y, width, height }: MapView, size: number, place: Place): Html {
  const scale = groundScale(place);
  const metres = roundStep((width * scale) / 5);
  const text = metres >= 1_000 ? `${metres / 1_000} km` : `${metres} m`;
  const length = metres / scale;
  const [left, bottom] = [x + width - length - size, y + height - size];
  return html`<path class="scale" d="M${left} ${bottom - size / 2}v${size / 2}h${length}v${-size / 2}"/><text x="${left}" y="${bottom - size}" font-size="${size}">${text}</text>`;
}
