import type { JobFacts } from '@svc/contracts';
import type { Job } from './job.ts';

/** What the other services are told of a job with each of its events. */
export const factsOf = (job: Job): JobFacts => ({
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
  booked_as: job.booked_as,
  starts_at: job.starts_at.toISOString(),
  assignment: job.assignment,
});
