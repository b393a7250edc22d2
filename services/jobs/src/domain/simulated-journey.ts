/**
 * Simulated journey of a sandbox job: stops at which fictional couriers report milestones. Each
 * stop is a command to the same state machine as on live; only actor and time are generated.
 */
import { type Position, type Status, temperatureRanges } from '@svc/contracts';
import { type JobRecord, rangeOf } from './job.ts';
import type {
  GeneratedIds,
  JobCommand,
  JobCommandContext,
  ProofFileDigest,
  TransitionResult,
} from './job-command.ts';
import { transition } from './transition.ts';

/** Source state of each stop; a job in another state cannot reach it. */
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

export type JourneyStop = keyof typeof reachedFrom;

export const isJourneyStop = (name: string): name is JourneyStop =>
  Object.hasOwn(reachedFrom, name);

export const isReachable = ({ status }: JobRecord, stop: JourneyStop): boolean =>
  reachedFrom[stop] === status;

/** Fictional driver and vehicle. */
export interface JourneyCrew {
  first_name: string;
  registration: string;
  seal: string;
}

export interface StopContext {
  at: Date;
  crew: JourneyCrew;
  /** Generated values: the encrypted handover code, and the ids of a return job. */
  ids: GeneratedIds;
}

/** Applies the command of a stop at the given time. */
export function reachStop(
  job: JobRecord,
  stop: JourneyStop,
  reaching: StopContext,
): TransitionResult {
  return transition(job, commandAt(stop, job, reaching), contextAt(stop, job, reaching.at));
}

function contextAt(stop: JourneyStop, job: JobRecord, at: Date): JobCommandContext {
  const position = positionAt(stop, job);
  const by = position ? `driver:${job.assignment?.driver_id}` : 'desk:sandbox';
  return { now: at, at, by, position };
}

/** Undefined for commands of the desk, which have no position. */
const positionAt = (stop: JourneyStop, { pickup, dropoff }: JobRecord): Position | undefined =>
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

/** One driver and vehicle per job, so that the position of a job is not visible from another. */
const driverOf = (jobId: string): string => `drv_${jobId.slice(4)}`;

function commandAt(stop: JourneyStop, job: JobRecord, { crew, ids }: StopContext): JobCommand {
  const seal = job.seal ?? crew.seal;
  switch (stop) {
    case 'assigned':
      return {
        type: 'assign',
        assignment: assignmentOf(job, crew),
        new_code: ids.handover_code,
        // The sandbox has no people at either door: one code is enough.
        new_pickup_code: ids.handover_code,
      };
    case 'set_out':
    case 'left':
      return { type: 'depart' };
    case 'near_pickup':
    case 'near_dropoff':
      return { type: 'arriving', eta_minutes: 3 };
    case 'collected':
      return {
        ...{ type: 'collect', seal, code: 'right' },
        ...{ parcels_scanned: job.priced.parcels, ...boxOf(job) },
      };
    case 'no_pickup':
      return { type: 'pickup_failed', reason: 'The site was closed' };
    case 'scanned':
      return { type: 'scan', location: 'Hub', seal };
    case 'too_warm':
      return {
        type: 'excursion',
        temperature_dc: tooWarm(job),
        minutes_out_of_range: 7,
      };
    case 'delivered':
    case 'brought_back':
      return handOver(job, seal);
    case 'refused':
      return { type: 'delivery_failed', reason: 'Nobody took the parcels over', ids };
    case 'withdrawn':
      return { type: 'cancel', reason: 'The carrier has no vehicle' };
  }
}

const usualRange = (job: JobRecord) => rangeOf(job) ?? temperatureRanges.ambient;

/** Middle of the range, °C. */
const boxOf = (job: JobRecord) => {
  const { min, max } = usualRange(job);
  return { box_temperature_c: Math.round((min + max) * 5) / 10 };
};

/** Out of the range, tenths of a degree: at least 6 °C over its middle. */
function tooWarm(job: JobRecord): number {
  const { min, max } = usualRange(job);
  return Math.round((min + max) * 5 + Math.max(60, (max - min) * 5 + 10));
}

const assignmentOf = ({ id }: JobRecord, { first_name, registration }: JourneyCrew) => ({
  driver_id: driverOf(id),
  driver_first_name: first_name,
  vehicle_id: `veh_${id.slice(4)}`,
  registration,
});

/** A hand-over with all proof that the job requires; recipient and files are fictional. */
function handOver({ requirements }: JobRecord, seal: string): JobCommand {
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
const files: readonly ProofFileDigest[] = [
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
