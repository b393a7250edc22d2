/** Projection of the events of jobs: tracked jobs, and positions of their vehicles. */
import {
  type CustodyFact,
  type Envelope,
  jobInternals,
  jobSnapshot,
  jobs,
  type OperatingArea,
  positionFault,
} from '@svc/contracts';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { onAnyBatch, type TrackingWriteContext } from '../define.ts';
import { byHandOver, parcelsSlot } from '../domain/boxes/asset-binding.ts';
import { type SimulatedExcursion, simulatedProbes } from '../domain/cold-chain/sandbox-probe.ts';
import type { Sighting } from '../domain/prediction.ts';
import { breachOf, isNewlyLate } from '../domain/sla.ts';
import {
  applyJobUpdate,
  type JobUpdate,
  type TrackedJobRecord,
  updatePrediction,
} from '../domain/tracked-job.ts';
import { endParcels, lockSlots } from '../store/boxes/bindings.ts';
import type { Tables } from '../store/schema.ts';
import { lockTrackedJobs, saveTrackedJobs } from '../store/tracked-jobs.ts';
import { findTelemetrySighting, lockVehicles, saveSightings } from '../store/vehicles.ts';
import { followParcels } from '../workflows/boxes/follow-parcels.ts';
import { packInSandbox } from '../workflows/boxes/pack-in-sandbox.ts';
import { type ReturnedParcels, takeOverBoxes } from '../workflows/boxes/return-boxes.ts';

/**
 * Every event of a job carries its state; a milestone also the position of the vehicle. Vehicles and
 * jobs of a batch are locked and read first, and written when all events are applied: two batches with
 * jobs in the same vehicles wait for each other in one order, and cannot deadlock.
 */
export const onAnyJobEvent = onAnyBatch('jobs', async (events, { db, now, config, of }) => {
  const read = events.filter(({ job_id }) => job_id !== '').map((event) => readEvent(event, now));
  if (read.length === 0) return;
  const returns = read.filter(({ return_of }) => return_of !== null);
  await lockSlots(
    db,
    returns.map(({ event }) => parcelsSlot(event.job_id)),
  );
  const { sighted, seen } = await sight(db, read, config.SVC_OPERATING_AREA);
  const known = await lockTrackedJobs(
    db,
    read.map(({ update }) => update),
    [...seen.keys()],
  );
  const tracked = new Map(known.map((job) => [trackedKeyOf(job), job]));
  const changed = new Map<string, TrackedJobRecord>();
  const keep = (job: TrackedJobRecord) => {
    tracked.set(trackedKeyOf(job), job);
    changed.set(trackedKeyOf(job), job);
  };
  for (const { event, update, excursion, sighting, isNew } of sighted) {
    const road = { sighting, speedKmh: config.SVC_AVERAGE_SPEED_KMH };
    const applied = applyJobUpdate(tracked.get(trackedKeyOf(update)), update, road);
    const job = excursion ? { ...applied, probes: simulatedProbes(excursion) } : applied;
    const isLate = job.delivered_at !== null && isNewlyLate(job, now);
    keep({ ...job, breached_at: isLate ? now : job.breached_at });
    if (isLate) of(event).emit('sla.breached', breachOf(job, now), {}, { jobId: job.job_id });
    if (!isNew) continue;
    for (const other of tracked.values()) {
      if (isBeside(other, job)) keep(updatePrediction(other, road));
    }
  }
  await saveTrackedJobs(db, [...changed.values()]);
  await packInSandbox(read, of);
  await followMoved(read, tracked, of);
  await endParcels(
    db,
    [...changed.values()].flatMap((job) => leftOf(job)),
  );
  for (const { event, ...returned } of returns) {
    await takeOverBoxes(of(event), parcelsOf(returned, changed.get(trackedKeyOf(returned.update))));
  }
  if (seen.size > 0) await saveSightings(db, seen);
});

/** Boxes go along with the event that says the holder changed; its scan comes before, without units. */
async function followMoved(
  read: readonly JobEvent[],
  tracked: ReadonlyMap<string, TrackedJobRecord>,
  contextOf: (event: Envelope) => TrackingWriteContext,
): Promise<void> {
  for (const { event, by, update, units } of read) {
    const holder = tracked.get(trackedKeyOf(update));
    if (units === null || holder?.vehicle_id !== update.vehicle_id) continue;
    await followParcels(contextOf(event), { ...update, by, units });
  }
}

/** When the parcels of a job left the carrier. */
const leftOf = ({ tenant_id, job_id, trace_ended_at, ended_at }: TrackedJobRecord) => {
  const at = trace_ended_at ?? ended_at;
  return at ? [{ tenant_id, job_id, at }] : [];
};

const parcelsOf = (
  { update, return_of, by }: Pick<JobEvent, 'update' | 'return_of' | 'by'>,
  job: TrackedJobRecord | undefined,
): ReturnedParcels => {
  const { tenant_id, job_id, ref, at } = update;
  const until = job?.trace_ended_at ?? job?.ended_at ?? null;
  return { tenant_id, job_id, ref, return_of: return_of ?? '', at, by, until };
};

const trackedKeyOf = ({ tenant_id, job_id }: { tenant_id: string; job_id: string }) =>
  `${tenant_id} ${job_id}`;

/** Another job whose parcels lie in the same vehicle. */
const isBeside = (other: TrackedJobRecord, job: TrackedJobRecord): boolean =>
  job.vehicle_id !== null &&
  other.vehicle_id === job.vehicle_id &&
  other.job_id !== job.job_id &&
  other.collected_at !== null &&
  other.ended_at === null;

/** The part of the internals that tracking reads. */
const trackedInternals = jobInternals.extend({
  job: jobSnapshot.pick({
    ref: true,
    status: true,
    pickup: true,
    dropoff: true,
    sla_due: true,
    delivered_at: true,
    assignment: true,
    priced: true,
    temperature_profile: true,
    return_of: true,
  }),
});

/** All events of jobs carry the same internals; one type carries more. */
function readEvent(event: Envelope, now: Date): JobEvent {
  const { job, custody, occurred: milestone } = trackedInternals.parse(event.internals);
  const at = new Date(milestone?.at ?? custody?.at ?? event.created_at);
  const position = milestone?.position ?? custody?.position;
  const arriving =
    event.type === 'delivery.arriving'
      ? jobs.events['delivery.arriving'].data.parse(event.data)
      : undefined;
  const update: JobUpdate = {
    type: event.type,
    tenant_id: event.tenant_id,
    job_id: event.job_id,
    ref: job.ref,
    status: job.status,
    pickup: job.pickup.position,
    dropoff: job.dropoff.position,
    sla_due: new Date(job.sla_due),
    delivered_at: job.delivered_at === null ? null : new Date(job.delivered_at),
    driver_id: job.assignment?.driver_id ?? null,
    vehicle_id: job.assignment?.vehicle_id ?? null,
    isAtHub: job.assignment?.hub_site_id !== undefined,
    temperature_class: job.priced.temperature_class,
    temperature_profile: job.temperature_profile ?? null,
    at,
    emitted_at: new Date(event.created_at),
    received_at: now,
    courier_eta_minutes: arriving?.eta_minutes ?? null,
  };
  const excursion = custody?.type === 'temperature_excursion' ? excursionOf(custody) : null;
  const seen = position ? { position, at } : null;
  const return_of = event.type === 'job.created' ? job.return_of : null;
  const { parcels } = job.priced;
  const units = custody?.type === 'transferred' ? unitsOf(custody) : null;
  return {
    event,
    update,
    parcels,
    seen,
    excursion,
    return_of,
    units,
    by: custody?.by ?? byHandOver,
  };
}
interface JobEvent {
  event: Envelope;
  update: JobUpdate;
  parcels: number;
  seen: Sighting | null;
  /** Sandbox jobs only: in live, excursions come from sensors. */
  excursion: SimulatedExcursion | null;
  /** With the first event of a return: the job whose parcels it brings back. */
  return_of: string | null;
  /** Who reported it. */
  by: string;
  /** Where the holder changed: labels of the units that changed hands with the parcels. */
  units: readonly string[] | null;
}

const transferDetails = z.object({ units: z.string().default('') });

/** Labels have no spaces. */
const unitsOf = ({ details }: CustodyFact): string[] =>
  transferDetails
    .parse(details ?? {})
    .units.split(' ')
    .filter(Boolean);

const excursionDetails = z.object({ temperature_dc: z.int(), minutes_out_of_range: z.int() });

function excursionOf({ at, details }: CustodyFact): SimulatedExcursion {
  const { temperature_dc, minutes_out_of_range } = excursionDetails.parse(details);
  const until = new Date(at);
  return { temperature_c: temperature_dc / 10, minutes: minutes_out_of_range, until };
}

/**
 * The newest sighting of each event's vehicle, this one or one known before. A phone without a fix
 * says 0,0, which is kept with the milestone alone.
 */
async function sight(db: Kysely<Tables>, read: readonly JobEvent[], area: OperatingArea) {
  const vehicleIds = new Set(read.flatMap(({ update }) => update.vehicle_id ?? []));
  const known = await lockVehicles(
    db,
    [...vehicleIds],
    read.map(({ update }) => update),
  );
  for (const id of vehicleIds) {
    if (!known.has(id)) known.set(id, await findTelemetrySighting(db, id));
  }
  const seen = new Map<string, Sighting>();
  const sighted = read.map((each) => {
    const { vehicle_id: id } = each.update;
    if (id === null) return { ...each, sighting: null, isNew: false };
    const before = known.get(id) ?? null;
    const isNew =
      each.seen !== null &&
      positionFault(each.seen.position, area) === undefined &&
      (before === null || before.at < each.seen.at);
    if (!each.seen || !isNew) return { ...each, sighting: before, isNew: false };
    known.set(id, each.seen);
    seen.set(id, each.seen);
    return { ...each, sighting: each.seen, isNew };
  });
  return { sighted, seen };
}
