import { custodyFactOf } from './custody-fact.ts';
import { etaPickupDefaultMinutes } from './en-route.ts';
import type { JobRecord } from './job.ts';
import { milestone } from './job.ts';
import type { JobCommandOf, MilestoneContext, TransitionResult } from './job-command.ts';

/** Assigns or reassigns driver and vehicle; the handover code is set at the first assignment. */
export function assign(
  job: JobRecord,
  { assignment, new_code, new_pickup_code }: Omit<JobCommandOf<'assign'>, 'type'>,
  context: MilestoneContext,
): TransitionResult {
  const { driver_id, driver_first_name, vehicle_id, registration } = assignment;
  return {
    job: {
      ...job,
      status: 'assigned',
      interrupted_status: null,
      announced_eta_minutes: null,
      announced_eta_at: null,
      assignment,
      handover_code: job.handover_code ?? new_code,
      pickup_code: job.requirements.pickup_otp
        ? (job.pickup_code ?? new_pickup_code ?? null)
        : null,
    },
    milestones: [
      milestone(context.at, 'assigned', {
        note: job.assignment ? 'Another driver assigned' : 'Driver assigned',
      }),
    ],
    events: [
      {
        type: 'job.assigned',
        data: {
          driver: { first_name: driver_first_name },
          vehicle: { registration },
          eta_pickup_minutes: etaPickupDefaultMinutes,
        },
        custody: custodyFactOf('assigned', context, { details: { driver_id, vehicle_id } }),
      },
    ],
  };
}
