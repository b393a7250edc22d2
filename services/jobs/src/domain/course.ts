/**
 * The way of a fictional job: stops at which couriers who do not exist tell what couriers tell on
 * live. Everything goes through the same transition; only who says it, and when, is made up.
 */
import type { Position, Status } from '@svc/contracts';
import type { Draw, Happening, Outcome, ProofFile, Telling } from './happening.ts';
import type { Job } from './job.ts';
import { transition } from './transition.ts';

/** From which state each stop is reached: a job in another one has left its course. */
const reachedFrom = {
  assigned: 'booked',
  set_out: 'assigned',
  near_pickup: 'en_route_pickup',
  collected: 'en_route_pickup',
  no_pickup: 'en_route_pickup',
  left: 'collected',
  scanned: 'in_transit',
  too_warm: 'in_transit',
  near_dropoff: 'in_transit',
  delivered: 'in_transit',
  refused: 'in_transit',
  brought_back: 'collected',
  withdrawn: 'booked',
} as const satisfies Record<string, Status>;

export type Stop = keyof typeof reachedFrom;

export const isOnCourse = ({ status }: Job, stop: Stop): boolean => reachedFrom[stop] === status;

/** Who drives, under names that nobody has. */
export interface Crew {
  first_name: string;
  registration: string;
  seal: string;
}

export interface Reaching {
  at: Date;
  crew: Crew;
  /** What chance gives: the handover code, sealed, and whatever a return job needs. */
  draw: Draw;
}

/** The job reaches a stop at a time. */
export function reach(job: Job, stop: Stop, reaching: Reaching): Outcome {
  return transition(job, happeningAt(stop, job, reaching), tellingAt(stop, job, reaching.at));
}

function tellingAt(stop: Stop, job: Job, at: Date): Telling {
  const position = positionAt(stop, job);
  const by = position ? `driver:${job.assignment?.driver_id}` : 'desk:sandbox';
  return { now: at, at, by, position };
}

/** The desk assigns and withdraws; it is nowhere on the way. */
const positionAt = (stop: Stop, { pickup, dropoff }: Job): Position | undefined =>
  stop === 'assigned' || stop === 'withdrawn' ? undefined : placesOf(pickup, dropoff)[stop];

interface Place {
  position: Position;
}

function placesOf({ position: from }: Place, { position: to }: Place) {
  return {
    set_out: between(from, to, -0.2),
    near_pickup: between(from, to, -0.01),
    collected: from,
    no_pickup: from,
    left: from,
    scanned: between(from, to, 0.4),
    too_warm: between(from, to, 0.5),
    near_dropoff: between(from, to, 0.95),
    delivered: to,
    refused: to,
    brought_back: to,
  };
}

const between = (from: Position, to: Position, share: number): Position => ({
  lat: degrees(from.lat + (to.lat - from.lat) * share),
  lng: degrees(from.lng + (to.lng - from.lng) * share),
});
const degrees = (value: number): number => Math.round(value * 1e5) / 1e5;

/** Its own driver and vehicle: where one job is must not be seen from another. */
const driverOf = (jobId: string): string => `drv_${jobId.slice(4)}`;

function happeningAt(stop: Stop, job: Job, { crew, draw }: Reaching): Happening {
  const seal = job.seal ?? crew.seal;
  switch (stop) {
    case 'assigned':
      return { type: 'assign', assignment: assignmentOf(job, crew), new_code: draw.handover_code };
    case 'set_out':
    case 'left':
      return { type: 'depart' };
    case 'near_pickup':
    case 'near_dropoff':
      return { type: 'arriving', eta_minutes: 3 };
    case 'collected':
      return { type: 'collect', seal, parcels_scanned: job.priced.parcels, ...boxOf(job) };
    case 'no_pickup':
      return { type: 'pickup_failed', reason: 'The site was closed' };
    case 'scanned':
      return { type: 'scan', location: 'Hub', seal };
    case 'too_warm':
      return {
        type: 'excursion',
        temperature_dc: boxOf(job).box_temperature_c * 10 + 60,
        minutes_out_of_range: 7,
      };
    case 'delivered':
    case 'brought_back':
      return handOver(job, seal);
    case 'refused':
      return { type: 'delivery_failed', reason: 'Nobody took the parcels over', draw };
    case 'withdrawn':
      return { type: 'cancel', reason: 'The carrier has no vehicle' };
  }
}

/** In the middle of the range; six degrees more is out of every range. */
const boxOf = ({ priced }: Job) => ({
  box_temperature_c: { ambient: 20, '2-8C': 5, frozen: -20 }[priced.temperature_class ?? 'ambient'],
});

const assignmentOf = ({ id }: Job, { first_name, registration }: Crew) => ({
  driver_id: driverOf(id),
  driver_first_name: first_name,
  vehicle_id: `veh_${id.slice(4)}`,
  registration,
});

/** With all the proof that a job may require; the files are as fictional as who signed. */
function handOver({ requirements }: Job, seal: string): Happening {
  return {
    type: 'deliver',
    recipient: 'Reception',
    id_check: 'over_14_confirmed',
    seal,
    code: 'right',
    files,
    ...(requirements.signature && { signature_file_id: 'file_sandbox_signature' }),
    ...(requirements.photo && { photo_file_id: 'file_sandbox_photo' }),
  };
}

/** SHA-256 of the words "fictional signature" and "fictional photo". */
const files: readonly ProofFile[] = [
  {
    id: 'file_sandbox_signature',
    kind: 'signature',
    sha256: '5672456cee5013e4347d96d1cd01ac91cd2360eadf63e5dda9066664ec8f28b9',
  },
  {
    id: 'file_sandbox_photo',
    kind: 'photo',
    sha256: '5ba81a09c1ee23ee307d05f52be9190270dafebd2f888c0e40aa815ae8dca53d',
  },
];
