import { custodyFact } from './custody-fact.ts';
import type { Happened, Outcome, Told } from './happening.ts';
import type { Job } from './job.ts';
import { usualMinutes } from './road.ts';
import { milestone } from './timeline.ts';

/** A job gets a driver and a vehicle, or others; its handover code is drawn once. */
export function assign(
  job: Job,
  { assignment, new_code }: Happened<'assign'>,
  told: Told,
): Outcome {
  const { driver_id, driver_first_name, vehicle_id, registration } = assignment;
  return {
    job: {
      ...job,
      status: 'assigned',
      assignment,
      handover_code: job.handover_code ?? new_code,
    },
    milestones: [
      milestone(told.at, 'assigned', {
        note: job.assignment ? 'Another driver assigned' : 'Driver assigned',
      }),
    ],
    events: [
      {
        type: 'job.assigned',
        data: {
          driver: { first_name: driver_first_name },
          vehicle: { registration },
          eta_pickup_minutes: usualMinutes,
        },
        custody: custodyFact('assigned', told, { details: { driver_id, vehicle_id } }),
      },
    ],
  };
}
