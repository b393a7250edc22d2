import { type CustodyFact, type Envelope, jobs } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { onAny } from '../define.ts';
import { type SimulatedExcursion, simulatedProbes } from '../domain/cold-chain/sandbox-probe.ts';
import type { Sighting } from '../domain/prediction.ts';
import { breachOf, isNewlyLate } from '../domain/sla.ts';
import { applyJobUpdate, type JobUpdate, updatePrediction } from '../domain/tracked-job.ts';
import type { Tables } from '../store/schema.ts';
import { lockJobsIn, lockTrackedJob, saveTrackedJob } from '../store/tracked-jobs.ts';
import { lockSighting, lockVehicles, saveSighting } from '../store/vehicles.ts';

/**
 * All events of a batch first: two batches with jobs in the same vehicles then wait for each other
 * in order, and cannot deadlock.
 */
async function lock(events: readonly Envelope[], db: Kysely<Tables>): Promise<void> {
  const ofJobs = events.filter(({ job_id }) => job_id !== '');
  const vehicleIds = ofJobs.flatMap(({ internals }) => {
    const { job } = jobs.events['job.created'].internals.parse(internals);
    return job.assignment ? [job.assignment.vehicle_id] : [];
  });
  await lockVehicles(db, [...new Set(vehicleIds)], ofJobs);
}

/** Every event of a job carries its state; a milestone also the position of the vehicle. */
export const onAnyJobEvent = onAny(
  'jobs',
  async (event, { db, tenant, now, config, emit }) => {
    if (event.job_id === '') return;
    const { update, seen, excursion } = read(event, now);
    const speedKmh = config.SVC_AVERAGE_SPEED_KMH;
    const { sighting, isNew } = await sight(db, update.vehicle_id, seen);
    const road = { sighting, speedKmh };
    const tracked = applyJobUpdate(await lockTrackedJob(db, tenant, update.job_id), update, road);
    const job = excursion ? { ...tracked, probes: simulatedProbes(excursion) } : tracked;
    const isLate = job.delivered_at !== null && isNewlyLate(job, now);
    await saveTrackedJob(db, tenant, { ...job, breached_at: isLate ? now : job.breached_at });
    if (isLate) emit('sla.breached', breachOf(job, now), {}, { jobId: job.job_id });
    if (!isNew || job.vehicle_id === null) return;
    for (const other of await lockJobsIn(db, job.vehicle_id)) {
      if (other.job_id !== job.job_id) {
        await saveTrackedJob(db, other.tenant_id, updatePrediction(other, road));
      }
    }
  },
  { lock },
);

/** All events of jobs carry the same internals; one type carries more. */
function read(event: Envelope, now: Date): JobEvent {
  const {
    job,
    custody,
    occurred: milestone,
  } = jobs.events['job.created'].internals.parse(event.internals);
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
    vehicle_id: job.assignment?.vehicle_id ?? null,
    temperature_class: job.priced.temperature_class,
    at,
    emitted_at: new Date(event.created_at),
    received_at: now,
    courier_eta_minutes: arriving?.eta_minutes ?? null,
  };
  const excursion = custody?.type === 'temperature_excursion' ? excursionOf(custody) : null;
  return { update, seen: position ? { position, at } : null, excursion };
}
interface JobEvent {
  update: JobUpdate;
  seen: Sighting | null;
  /** Sandbox jobs only: in live, excursions come from sensors. */
  excursion: SimulatedExcursion | null;
}

const excursionDetails = z.object({ temperature_dc: z.int(), minutes_out_of_range: z.int() });

function excursionOf({ at, details }: CustodyFact): SimulatedExcursion {
  const { temperature_dc, minutes_out_of_range } = excursionDetails.parse(details);
  const until = new Date(at);
  return { temperature_c: temperature_dc / 10, minutes: minutes_out_of_range, until };
}

/** The vehicle's newest sighting, this one or one known before. */
async function sight(db: Kysely<Tables>, vehicleId: string | null, seen: Sighting | null) {
  if (vehicleId === null) return { sighting: null, isNew: false };
  const known = await lockSighting(db, vehicleId);
  if (!seen || (known && known.at >= seen.at)) return { sighting: known, isNew: false };
  await saveSighting(db, vehicleId, seen);
  return { sighting: seen, isNew: true };
}
