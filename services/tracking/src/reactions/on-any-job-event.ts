import { type CustodyFact, type Envelope, jobs } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { onAny } from '../define.ts';
import { probesThatSaw, type ToldExcursion } from '../domain/cold-chain/sandbox-probe.ts';
import { follow, repredict, type Told } from '../domain/followed-job.ts';
import type { Sighting } from '../domain/prediction.ts';
import { breachOf, isNewlyLate } from '../domain/sla.ts';
import { lockFollowedJob, lockJobsIn, saveFollowedJob } from '../store/followed-jobs.ts';
import type { Tables } from '../store/schema.ts';
import { lockSighting, saveSighting } from '../store/vehicles.ts';

/** Every event of a job tells its state; a milestone also where the vehicle was. */
export const onAnyJobEvent = onAny('jobs', async (event, { db, tenant, now, config, emit }) => {
  if (event.job_id === '') return;
  const { told, seen, excursion } = read(event, now);
  const speedKmh = config.SVC_AVERAGE_SPEED_KMH;
  // The vehicle first, in every event: two jobs in one vehicle then wait for each other in order.
  const { sighting, isNew } = await sight(db, told.vehicle_id, seen);
  const road = { sighting, speedKmh };
  const followed = follow(await lockFollowedJob(db, tenant, told.job_id), told, road);
  const job = excursion ? { ...followed, probes: probesThatSaw(excursion) } : followed;
  const isLate = job.delivered_at !== null && isNewlyLate(job, now);
  await saveFollowedJob(db, tenant, { ...job, breached_at: isLate ? now : job.breached_at });
  if (isLate) emit('sla.breached', breachOf(job, now), {}, { jobId: job.job_id });
  if (!isNew || job.vehicle_id === null) return;
  for (const other of await lockJobsIn(db, job.vehicle_id)) {
    if (other.job_id !== job.job_id) {
      await saveFollowedJob(db, other.tenant_id, repredict(other, road));
    }
  }
});

/** All events of jobs carry the same facts; one of them says more. */
function read(event: Envelope, now: Date): Heard {
  const { job, custody, told: milestone } = jobs.events['job.created'].facts.parse(event.facts);
  const at = new Date(milestone?.at ?? custody?.at ?? event.created_at);
  const position = milestone?.position ?? custody?.position;
  const arriving =
    event.type === 'delivery.arriving'
      ? jobs.events['delivery.arriving'].data.parse(event.data)
      : undefined;
  const told: Told = {
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
    told_at: new Date(event.created_at),
    heard_at: now,
    said_minutes: arriving?.eta_minutes ?? null,
  };
  const excursion = custody?.type === 'temperature_excursion' ? excursionOf(custody) : null;
  return { told, seen: position ? { position, at } : null, excursion };
}
interface Heard {
  told: Told;
  seen: Sighting | null;
  /** Only jobs of the sandbox tell of one: live hears of excursions from its sensors. */
  excursion: ToldExcursion | null;
}

const excursionDetails = z.object({ temperature_dc: z.int(), minutes_out_of_range: z.int() });

function excursionOf({ at, details }: CustodyFact): ToldExcursion {
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
