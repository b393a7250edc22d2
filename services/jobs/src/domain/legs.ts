/**
 * Legs of a job: hops between its stops. A hub between them is a vehicle that stands at a site, so
 * that parcels come into it and leave it by transfers, and have one holder at each instant.
 */
import type { AssignmentFact, deskLeg, leg, PlannedLeg, TransferSide } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { z } from 'zod';
import { requireNotOver } from './before-collection.ts';
import type { JobRecord } from './job.ts';
import type { JobCommandOf, TransitionResult } from './job-command.ts';
import { type LegRecord, openLeg } from './leg.ts';

type Leg = z.infer<typeof leg>;
type DeskLeg = z.infer<typeof deskLeg>;

const legsOf = ({ legs }: Pick<JobRecord, 'legs'>): readonly LegRecord[] => legs ?? [openLeg];

/** The leg that the parcels are on, or that they wait for. */
export const currentLeg = (job: Pick<JobRecord, 'legs'>): number =>
  legsOf(job).findIndex(({ arrived_at }) => arrived_at === null);

/**
 * Completed legs that the plan repeats, with their hub and crew as they were: what has been retired
 * since then is no reason to refuse.
 */
export function keptParts(
  job: Pick<JobRecord, 'legs'>,
  planned: readonly Pick<PlannedLeg, 'hub_id'>[],
): LegRecord[] {
  const completed = legsOf(job).slice(0, currentLeg(job));
  const other = completed.findIndex(({ hub }, n) => hub?.vehicle_id !== planned[n]?.hub_id);
  return other < 0 ? completed : completed.slice(0, other);
}

/** Completed legs stay as they were; of the others the plan decides. */
export function planLegs(
  job: JobRecord,
  { legs: planned }: JobCommandOf<'plan_legs'>,
): TransitionResult {
  requireNotOver(job);
  const before = legsOf(job);
  const current = currentLeg(job);
  const moved = before
    .slice(0, current)
    .find(({ hub }, n) => hub?.vehicle_id !== planned[n]?.hub?.vehicle_id);
  if (moved) {
    const place = moved.hub?.registration;
    throw new Refusal('leg_completed', `Job ${job.ref} has reached ${place}.`);
  }
  const after = planned.map((each, n): LegRecord => {
    const { crew, departed_at, arrived_at, parcels_scanned } = before[n] ?? openLeg;
    const isBegun = n < current || departed_at !== null;
    const done = { departed_at, arrived_at, parcels_scanned };
    return { ...each, ...done, ...(isBegun && { crew }) };
  });
  const changed = [{ field: 'legs', from: roadOf(before), to: roadOf(after) }];
  return {
    job: { ...job, legs: after.length === 1 ? null : after },
    milestones: [],
    events: [{ type: 'job.updated', data: { changed }, custody: null }],
  };
}

/** Sites of the hubs, in order. */
const roadOf = (legs: readonly LegRecord[]): string =>
  legs.flatMap(({ hub }) => hub?.site_id ?? []).join(', ');

interface Handed {
  from: AssignmentFact;
  to: AssignmentFact;
  at: Date;
  parcels_scanned?: number | undefined;
  side: TransferSide;
  reason?: string | undefined;
}

/**
 * The legs after a transfer: into a hub one is completed, out of it the next begins. A hub that is
 * not planned here needs a reason, and is a stop of its own.
 */
export function legsAfter(job: JobRecord, handed: Handed): JobRecord['legs'] {
  const { from, to } = handed;
  const legs = legsOf(job);
  const current = currentLeg(job);
  const leg = legs[current] ?? openLeg;
  const at = handed.at.toISOString();
  const replace = (...replaced: LegRecord[]) => [
    ...legs.slice(0, current),
    ...replaced,
    ...legs.slice(current + 1),
  ];
  if (from.vehicle_id === to.vehicle_id) return job.legs;
  const { hub_site_id: site_id } = to;
  if (site_id === undefined) {
    const isLeaving = from.hub_site_id !== undefined && job.legs !== null;
    return isLeaving ? replace({ ...leg, departed_at: at, crew: to }) : job.legs;
  }
  const { vehicle_id, registration } = to;
  const arrived = {
    departed_at: leg.departed_at ?? departedAt(job)?.toISOString() ?? at,
    ...{ arrived_at: at, parcels_scanned: handed.parcels_scanned ?? null, crew: from },
  };
  if (leg.hub?.vehicle_id === vehicle_id) return replace({ ...leg, ...arrived });
  if (leg.hub && handed.reason === undefined && handed.side !== 'desk')
    throw new Refusal(
      'not_expected',
      `Job ${job.ref} is expected at ${leg.hub.registration}, not at ${registration}.`,
    );
  const here = { ...openLeg, ...arrived, hub: { vehicle_id, registration, site_id } };
  return replace(here, { ...leg, departed_at: null });
}

/** The public ones: who drives for which part of the price is the carrier's. */
export const toLegs = (job: JobRecord): Leg[] =>
  legsOf(job).map((each, n, all) => ({
    seq: n + 1,
    from_site_id: all[n - 1]?.hub?.site_id ?? job.pickup.site_id,
    to_site_id: each.hub?.site_id ?? job.dropoff.site_id,
    status: legStatus(job, n),
    departed_at: (n === 0 ? departedAt(job)?.toISOString() : each.departed_at) ?? null,
    arrived_at: each.arrived_at ?? (isLast(job, n) ? iso(job.delivered_at) : null),
  }));

export const toDeskLegs = (job: JobRecord): DeskLeg[] => {
  const records = legsOf(job);
  return toLegs(job).map((each, n): DeskLeg => {
    const { hub, due_at, share_percent, parcels_scanned, ...record } = records[n] ?? openLeg;
    const crew = n === 0 ? (record.crew ?? job.assignment) : record.crew;
    return {
      ...each,
      ...{ hub_id: hub?.vehicle_id ?? null, hub: hub?.registration ?? null, due_at },
      driver_id: crew?.driver_id ?? null,
      driver_first_name: crew?.driver_first_name ?? null,
      vehicle_id: crew?.vehicle_id ?? null,
      share_cents:
        share_percent === null ? null : Math.round((job.priced.amount_cents * share_percent) / 100),
      parcels_scanned,
    };
  });
};

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const isLast = (job: JobRecord, n: number): boolean => n === legsOf(job).length - 1;

/** Defaults to the time of collection if the parcels went on without a reported departure. */
const departedAt = ({ departed_at, delivered_at, collected_at, legs }: JobRecord): Date | null =>
  departed_at ?? (delivered_at || legs?.[0]?.arrived_at ? collected_at : null);

/** An exception leaves a leg as it was, until a return job takes the parcels back. */
function legStatus(job: JobRecord, n: number): Leg['status'] {
  const { status, collected_at, return_job_id } = job;
  const { arrived_at, departed_at } = legsOf(job)[n] ?? openLeg;
  if (arrived_at !== null || (status === 'delivered' && isLast(job, n))) return 'completed';
  if (status === 'cancelled' || status === 'delivered') return 'cancelled';
  const isBegun = n === currentLeg(job) && (n === 0 ? collected_at : departed_at) !== null;
  if (status === 'exception' && return_job_id !== null) return isBegun ? 'failed' : 'cancelled';
  return isBegun ? 'in_progress' : 'planned';
}
