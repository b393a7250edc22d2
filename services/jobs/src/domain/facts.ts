import type { jobFacts } from '@svc/contracts';
import type { z } from 'zod';
import type { Job } from './job.ts';

/** What the other services are told of a job with each of its events. */
export const factsOf = (job: Job): { job: z.infer<typeof jobFacts> } => ({
  job: {
    status: job.status,
    ref: job.ref,
    pickup: job.pickup,
    dropoff: job.dropoff,
    priced: job.priced,
    cost_centre: job.cost_centre,
    parcels: job.priced.parcels,
    sla_due: job.sla_due.toISOString(),
    requirements: job.requirements,
    tracking_token: job.tracking_token,
  },
});
