/**
 * Positions and temperatures of all vehicles: once a second while a map is open, every five seconds
 * while a board alone is.
 *
 * A vehicle is a number within the process. A full message names each with its id and number plate;
 * the others hold what changed since the second before, as `[number, lat, lng, seen, temperature]`.
 */
import type { VehiclePosition } from '@svc/contracts';
import { pollLoop } from '@svc/kit/poll-loop';
import type { FollowerParts } from './follower.ts';

const mapMs = 1_000;
const boardMs = 5_000;
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
  temperatures: TemperatureFrame;
}

/** As `[id, temperature]` of each vehicle. */
export interface TemperatureFrame {
  changes: string | undefined;
  full(): string;
}

interface Callbacks {
  /** Undefined while nobody looks. */
  watched(): 'map' | 'board' | undefined;
  frame(frame: VehicleFrame): void;
}

/** Undefined where its readings are known. */
function update(known: Map<string, Known>, vehicle: VehiclePosition): Place | undefined {
  const before = known.get(vehicle.id);
  const version = `${vehicle.seen_at} ${vehicle.measured_at} ${vehicle.registration}`;
  if (before?.version === version) return undefined;
  const number = before?.number ?? known.size;
  const place = placeOf(number, vehicle);
  const { id, registration } = vehicle;
  known.set(id, { number, id, registration, place, version });
  return place;
}

export function followVehicles({ clients, log }: FollowerParts, { watched, frame }: Callbacks) {
  const known = new Map<string, Known>();
  const full = () =>
    JSON.stringify(
      [...known.values()].map(({ id, registration, place }) => [id, registration, ...place]),
    );
  const warmed = createTemperatures(known);
  const accept = (vehicle: VehiclePosition, changed: Place[]): void => {
    const place = update(known, vehicle);
    if (!place) return;
    changed.push(place);
    warmed.note(vehicle);
  };
  const pass = async (): Promise<boolean | number> => {
    const by = watched();
    if (!by) return false;
    const everyMs = by === 'map' ? mapMs : boardMs;
    const started = performance.now();
    const size = known.size;
    const changed: Place[] = [];
    let after: string | undefined;
    do {
      const page = await clients().tracking.listVehiclePositions({ starting_after: after });
      for (const vehicle of page.data) accept(vehicle, changed);
      after = page.has_more ? page.data.at(-1)?.id : undefined;
    } while (after !== undefined && known.size < vehiclesMax);
    frame({
      changes: changed.length > 0 ? JSON.stringify(changed) : undefined,
      hasNew: known.size > size,
      full,
      temperatures: warmed.frame(),
    });
    return Math.max(1, everyMs - (performance.now() - started));
  };
  const loop = pollLoop(
    { idleMs: mapMs, pass, failure: 'positions not read' },
    { name: 'live-vehicles', log },
  );
  return {
    wake: loop.wake,
    stop: () => {
      loop.stop().catch((err: unknown) => log.error({ err }, 'vehicles follower not stopped'));
    },
  };
}

/** Temperatures that changed are sent at most every five seconds, also while a map is open. */
function createTemperatures(known: ReadonlyMap<string, Known>) {
  let changed = new Map<string, number | null>();
  let sentAt = 0;
  return {
    note: ({ id, temperature_c }: VehiclePosition): void => {
      changed.set(id, temperature_c);
    },
    frame: (): TemperatureFrame => {
      const isDue = changed.size > 0 && performance.now() >= sentAt + boardMs;
      const changes = isDue ? JSON.stringify([...changed]) : undefined;
      if (isDue) {
        changed = new Map();
        sentAt = performance.now();
      }
      return {
        changes,
        full: () => JSON.stringify([...known.values()].map(({ id, place }) => [id, place[4]])),
      };
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
