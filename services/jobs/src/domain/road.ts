/** On the way: to the pickup, and with the parcels to the drop-off. */
import { type Position, routeKm } from '@svc/contracts';
import { statusChange } from './changes.ts';
import { custodyFact } from './custody-fact.ts';
import type { Happened, JobEvent, Outcome, Told } from './happening.ts';
import { assigned, type Job } from './job.ts';
import { milestone } from './timeline.ts';

/** To the pickup, where nobody knows where the driver is. */
export const usualMinutes = 30;
const kmPerHour = 40;

/** Along the way from one place to another, begun minutes counted. */
const minutesBetween = (from: Position, to: Position): number =>
  Math.ceil((routeKm(from, to) / kmPerHour) * 60);

/** The driver sets out: for the parcels, or with them. */
export function depart(job: Job, told: Told): Outcome {
  if (job.status === 'assigned') return setOut(job, told);
  return {
    job: { ...job, status: 'in_transit', departed_at: told.at },
    milestones: [milestone(told.at, 'departed', { note: 'On the way to drop-off' })],
    events: [
      {
        type: 'job.updated',
        data: { changed: [statusChange('collected', 'in_transit')] },
        custody: custodyFact('departed', told),
      },
    ],
  };
}

function setOut(job: Job, told: Told): Outcome {
  const eta = told.position ? minutesBetween(told.position, job.pickup.position) : usualMinutes;
  return {
    job: { ...job, status: 'en_route_pickup' },
    milestones: [milestone(told.at, 'en_route_pickup', { note: 'Driver on the way to pickup' })],
    events: [{ type: 'driver.en_route', data: onTheWay(job, eta), custody: null }],
  };
}

/** The driver is near. It is told once for the pickup and once for the drop-off; again, only the minutes change. */
export function arrive(job: Job, { eta_minutes }: Happened<'arriving'>, { at }: Told): Outcome {
  const near: Job = { ...job, said_eta_minutes: eta_minutes, said_eta_at: at };
  if (job.said_eta_at !== null) return { job: near, milestones: [], events: [] };
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

function onTheWay(job: Job, eta_minutes: number) {
  const { driver_first_name, registration } = assigned(job);
  return { eta_minutes, driver: { first_name: driver_first_name }, vehicle: { registration } };
}
