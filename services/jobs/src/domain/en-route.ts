/** Departure and arrival, on the leg to the pickup and on the leg to the drop-off. */
import { type Position, routeKm } from '@svc/contracts';
import { statusChange } from './changes.ts';
import { custodyFactOf } from './custody-fact.ts';
import { type JobRecord, milestone, requireAssignment } from './job.ts';
import type { JobCommandOf, JobEvent, MilestoneContext, TransitionResult } from './job-command.ts';

/** ETA at the pickup if the driver's position is unknown, minutes. */
export const etaPickupDefaultMinutes = 30;
const kmPerHour = 40;

/** Driving time by route distance, minutes, rounded up. */
export const drivingMinutes = (from: Position, to: Position): number =>
  Math.ceil((routeKm(from, to) / kmPerHour) * 60);

/** Departure to the pickup, or with the parcels to the drop-off. */
export function depart(job: JobRecord, context: MilestoneContext): TransitionResult {
  if (job.status === 'assigned') return setOut(job, context);
  return {
    job: { ...job, status: 'in_transit', departed_at: context.at },
    milestones: [milestone(context.at, 'departed', { note: 'On the way to drop-off' })],
    events: [
      {
        type: 'job.updated',
        data: { changed: [statusChange('collected', 'in_transit')] },
        custody: custodyFactOf('departed', context),
      },
    ],
  };
}

function setOut(job: JobRecord, context: MilestoneContext): TransitionResult {
  const eta = context.position
    ? drivingMinutes(context.position, job.pickup.position)
    : etaPickupDefaultMinutes;
  return {
    job: { ...job, status: 'en_route_pickup' },
    milestones: [milestone(context.at, 'en_route_pickup', { note: 'Driver on the way to pickup' })],
    events: [{ type: 'driver.en_route', data: onTheWay(job, eta), custody: null }],
  };
}

/** Arrival is announced once per stop; a repeated announcement only updates the ETA. */
export function arrive(
  job: JobRecord,
  { eta_minutes }: JobCommandOf<'arriving'>,
  { at }: MilestoneContext,
): TransitionResult {
  const near: JobRecord = { ...job, announced_eta_minutes: eta_minutes, announced_eta_at: at };
  if (job.announced_eta_at !== null) return { job: near, milestones: [], events: [] };
  const toPickup = job.status === 'en_route_pickup';
  const event: JobEvent = {
    type: toPickup ? 'pickup.arriving' : 'delivery.arriving',
    data: onTheWay(job, eta_minutes),
    custody: null,
  };
  return {
    job: near,
    milestones: [
      toPickup
        ? milestone(at, 'arriving_pickup', { note: 'Driver arriving at pickup' })
        : milestone(at, 'arriving_dropoff', { note: 'Driver arriving at drop-off' }),
    ],
    events: [event],
  };
}

function onTheWay(job: JobRecord, eta_minutes: number) {
  const { driver_first_name, registration } = requireAssignment(job);
  return { eta_minutes, driver: { first_name: driver_first_name }, vehicle: { registration } };
}
