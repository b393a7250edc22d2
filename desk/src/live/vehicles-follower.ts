/**
 * Positions and temperatures of all vehicles, once a second while a map is open.
 *
 * A vehicle is a number within the process. A full message names each with its id and number plate;
 * the others hold what changed since the second before, as `[number, lat, lng, seen, temperature]`.
 */
import type { VehiclePosition } from '@svc/contracts';
import { pollLoop } from '@svc/kit/poll-loop';
import type { FollowerParts } from './follower.ts';

const everyMs = 1_000;
const vehiclesMax = 10_000;

type Place = [
  number: number,
  lat: number | null,
  lng: number | null,
  seenMs: number | null,
  celsius: number | null,
];

interface Known {
  number: number;
  id: string;
  registration: string;
  place: Place;
  /** Of the readings that the place is made of. */
  version: string;
}

/** Data of the two messages, as JSON; undefined where there is nothing to say. */
export interface VehicleFrame {
  changes: string | undefined;
  /** Numbers were given since the frame before: changes alone cannot be understood. */
  hasNew: boolean;
  full(): string;
}

interface Callbacks {
  /** Whether somebody looks. */
  isWatched(): boolean;
  frame(frame: VehicleFrame): void;
}

export function followVehicles({ clients, log }: FollowerParts, { isWatched, frame }: Callbacks) {
  const known = new Map<string, Known>();
  const update = (vehicle: VehiclePosition): Place | undefined => {
    const before = known.get(vehicle.id);
    const version = `${vehicle.seen_at} ${vehicle.measured_at} ${vehicle.registration}`;
    if (before?.version === version) return undefined;
    const number = before?.number ?? known.size;
    const place = placeOf(number, vehicle);
    const { id, registration } = vehicle;
    known.set(id, { number, id, registration, place, version });
    return place;
  };
  const full = () =>
    JSON.stringify(
      [...known.values()].map(({ id, registration, place }) => [id, registration, ...place]),
    );
  const pass = async (): Promise<boolean | number> => {
    if (!isWatched()) return false;
    const started = performance.now();
    const size = known.size;
    const changed: Place[] = [];
    let after: string | undefined;
    do {
      const page = await clients().tracking.listVehiclePositions({ starting_after: after });
      for (const vehicle of page.data) {
        const place = update(vehicle);
        if (place) changed.push(place);
      }
      after = page.has_more ? page.data.at(-1)?.id : undefined;
    } while (after !== undefined && known.size < vehiclesMax);
    frame({
      changes: changed.length > 0 ? JSON.stringify(changed) : undefined,
      hasNew: known.size > size,
      full,
    });
    return Math.max(1, everyMs - (performance.now() - started));
  };
  const loop = pollLoop(
    { idleMs: everyMs, pass, failure: 'positions not read' },
    { name: 'live-vehicles', log },
  );
  return {
    wake: loop.wake,
    stop: () => {
      loop.stop().catch((err: unknown) => log.error({ err }, 'vehicles follower not stopped'));
    },
  };
}

/** 1e-5 of a degree is about a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

function placeOf(
  number: number,
  { last_position, seen_at, temperature_c }: VehiclePosition,
): Place {
  return [
    number,
    last_position && rounded(last_position.lat),
    last_position && rounded(last_position.lng),
    seen_at === null ? null : Date.parse(seen_at),
    temperature_c,
  ];
}
