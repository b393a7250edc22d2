/**
 * Marks of the map in the browser. The server draws one path per kind; here each kind has eight, by the
 * number of the vehicle, so that a frame redraws an eighth at a time, and only paths that changed.
 */
import type { LiveJob } from '@svc/contracts';
import type { Place, Projection } from '@svc/web/map/projection';
import { isWaiting, type MapMark, markData, wayData } from '../pages/desk/map/map-svg.ts';
import { type MapVehicle, stateOf } from '../pages/desk/map/vehicles.ts';
import type { VehiclePlace } from './stream.ts';

export const sharesOfMarks = 8;

/** A vehicle with its mark, which is projected once for each position. */
export interface MarkedVehicle extends MapVehicle {
  mark: string;
}

export interface MapMarks {
  toVehicle(id: string, registration: string, place: VehiclePlace): MarkedVehicle;
  move(vehicle: MarkedVehicle, place: VehiclePlace): void;
  /** One share of the vehicles. */
  drawVehicles(share: number, vehicles: Iterable<MarkedVehicle>): void;
  drawJobs(jobs: Iterable<LiveJob>): void;
}

interface MarkParts {
  svg: SVGSVGElement;
  projection: Projection;
  jobsOf(vehicle: string): readonly LiveJob[];
}

const vehicleMarks = [
  'way',
  'silent',
  'free',
  'busy',
  'out_of_range',
] as const satisfies readonly MapMark[];

export function createMapMarks({ svg, projection, jobsOf }: MarkParts): MapMarks {
  const paths = createPaths(svg);
  const markOf = (place: Place | null): string =>
    place === null ? '' : markData(projection.toPoint(place));
  const move = (vehicle: MarkedVehicle, [, lat, lng, seenMs, celsius]: VehiclePlace): void => {
    const place = lat === null || lng === null ? null : { lat, lng };
    const heading = headingOf(vehicle.place, place, projection) ?? vehicle.heading;
    Object.assign(vehicle, { place, seenMs, celsius, heading, mark: markOf(place) });
  };
  return {
    move,
    toVehicle: (id, registration, place) => {
      const vehicle = { id, registration, place: null, seenMs: null, celsius: null, mark: '' };
      move(vehicle, place);
      return vehicle;
    },
    drawVehicles: (share, vehicles) => {
      const nowMs = Date.now();
      const data = { way: '', silent: '', free: '', busy: '', out_of_range: '', unseen: '' };
      for (const vehicle of vehicles) {
        const { id, place } = vehicle;
        data[stateOf(vehicle, jobsOf(id), nowMs)] += vehicle.mark;
        if (place)
          for (const job of jobsOf(id)) data.way += wayData(place, job, projection.toPoint);
      }
      for (const mark of vehicleMarks) paths.set(mark, share, data[mark]);
    },
    drawJobs: (jobs) => {
      const data = { pickup: '', dropoff: '' };
      for (const job of jobs) {
        if (isWaiting(job)) data.pickup += markOf(job.pickup.position);
        data.dropoff += markOf(job.dropoff.position);
      }
      paths.set('pickup', 0, data.pickup);
      paths.set('dropoff', 0, data.dropoff);
    },
  };
}

/** A receiver that stands still wanders by some metres. */
const standstillM = 15;

function headingOf(before: Place | null, place: Place | null, { toPoint }: Projection) {
  if (!before || !place) return undefined;
  const [a, b] = [toPoint(before), toPoint(place)];
  const way = Math.hypot(b.x - a.x, b.y - a.y);
  return way < standstillM ? undefined : { x: (b.x - a.x) / way, y: (b.y - a.y) / way };
}

/** The first path of a kind is the server's, which holds all marks until the first share is drawn. */
function createPaths(svg: SVGSVGElement) {
  const drawn = new Map<string, string>();
  const paths = new Map<string, SVGPathElement[]>();
  for (const path of svg.querySelectorAll<SVGPathElement>('path[data-mark]')) {
    paths.set(path.dataset.mark ?? '', [path]);
  }
  const sharesOf = (mark: MapMark): SVGPathElement[] => {
    const own = paths.get(mark) ?? [];
    const [first] = own;
    while (first && own.length < sharesOfMarks) {
      const share = document.importNode(first, false);
      share.setAttribute('d', '');
      own.at(-1)?.after(share);
      own.push(share);
    }
    return own;
  };
  return {
    set: (mark: MapMark, share: number, data: string): void => {
      const key = `${mark} ${share}`;
      if (drawn.get(key) === data) return;
      drawn.set(key, data);
      sharesOf(mark)[share]?.setAttribute('d', data);
    },
  };
}
