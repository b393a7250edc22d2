import type { leg } from '@svc/contracts';
import type { z } from 'zod';
import type { JobRecord } from './job.ts';

type Leg = z.infer<typeof leg>;

/** A job has one leg, from collection to delivery. */
export const toLegs = (job: JobRecord): Leg[] => [
  {
    seq: 1,
    from_site_id: job.pickup.site_id,
    to_site_id: job.dropoff.site_id,
    status: legStatus(job),
    departed_at: departedAt(job)?.toISOString() ?? null,
    arrived_at: job.delivered_at?.toISOString() ?? null,
  },
];

/** Defaults to the time of collection if the job was delivered without a reported departure. */
const departedAt = ({ departed_at, delivered_at, collected_at }: JobRecord): Date | null =>
  departed_at ?? (delivered_at && collected_at);

/** An exception leaves the leg as it was, until a return job takes the parcels back. */
function legStatus({ status, collected_at, return_job_id }: JobRecord): Leg['status'] {
  switch (status) {
    case 'delivered':
      return 'completed';
    case 'cancelled':
      return 'cancelled';
    case 'exception':
      if (return_job_id !== null) return 'failed';
      return collected_at === null ? 'planned' : 'in_progress';
    default:
      return collected_at === null ? 'planned' : 'in_progress';
  }
}
