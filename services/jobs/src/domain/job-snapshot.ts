import type { JobSnapshot } from '@svc/contracts';
import type { JobRecord } from './job.ts';

/** Internals of every job event, for the other services. */
export const toJobSnapshot = (job: JobRecord): JobSnapshot => ({
  status: job.status,
  ref: job.ref,
  pickup: job.pickup,
  dropoff: job.dropoff,
  priced: job.priced,
  cost_centre: job.cost_centre,
  parcels: job.priced.parcels,
  created_at: job.created_at.toISOString(),
  sla_due: job.sla_due.toISOString(),
  delivered_at: job.delivered_at?.toISOString() ?? null,
  requirements: job.requirements,
  tracking_token: job.tracking_token,
  return_of: job.return_of,
  booking_identity: job.booking_identity,
  starts_at: job.starts_at.toISOString(),
  assignment: job.assignment,
  ...(job.temperature_profile && { temperature_profile: job.temperature_profile }),
});
