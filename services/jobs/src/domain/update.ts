import type { Priced } from '@svc/contracts';
import { slaDue } from './booking.ts';
import { changesBetween } from './changes.ts';
import type { Happened, Outcome, Told } from './happening.ts';
import type { Job } from './job.ts';
import { toResource } from './resource.ts';
import { milestone } from './timeline.ts';

/** STAT is given once: a job that has it keeps its price. */
export const isStat = ({ priced }: Job): boolean => priced.priority === 'stat';

/**
 * Before collection labels may change, and the priority to STAT: a new price, an earlier SLA. What
 * was so before is no change, and nobody is told.
 */
export function update(job: Job, { changes }: Happened<'update'>, { now }: Told): Outcome {
  const { cost_centre, reference, metadata, stat } = changes;
  const relabelled: Job = {
    ...job,
    cost_centre: cost_centre ?? job.cost_centre,
    reference: reference ?? job.reference,
    metadata: metadata ?? job.metadata,
  };
  const upgrade = isStat(job) ? undefined : stat;
  const after = upgrade ? upgraded(relabelled, upgrade) : relabelled;
  const changed = changesBetween(toResource(job, addresses), toResource(after, addresses));
  if (changed.length === 0) return { job, milestones: [], events: [] };
  return {
    job: after,
    milestones: upgrade ? [milestone(now, 'updated', { note: 'Upgraded to STAT' })] : [],
    events: [{ type: 'job.updated', data: { changed }, custody: null }],
  };
}

/** STAT is another price and an earlier SLA; what is on board stays what it is. */
function upgraded(job: Job, stat: Priced): Job {
  const { temperature_class, un_number } = job.priced;
  return {
    ...job,
    priced: { ...stat, temperature_class, un_number },
    sla_due: earlier(job.sla_due, slaDue(job.starts_at, stat)),
  };
}

const earlier = (a: Date, b: Date): Date => new Date(Math.min(a.getTime(), b.getTime()));

/** No change of a job changes where things are served. */
const addresses = { SVC_PUBLIC_URL: '', SVC_API_URL: '' };
