import type { Priced } from '@svc/contracts';
import { slaDue } from './booking.ts';
import { changesBetween } from './changes.ts';
import type { JobRecord } from './job.ts';
import { milestone } from './job.ts';
import type { JobCommandOf, MilestoneContext, TransitionResult } from './job-command.ts';
import { toResource } from './resource.ts';

/** The upgrade is idempotent: a STAT job keeps its price. */
export const isStat = ({ priced }: JobRecord): boolean => priced.priority === 'stat';

/**
 * Before collection labels may change and the priority may be raised to STAT (new price, earlier
 * SLA). An update without effect emits no event.
 */
export function update(
  job: JobRecord,
  { changes }: JobCommandOf<'update'>,
  { now }: MilestoneContext,
): TransitionResult {
  const { stat, ...labels } = changes;
  const given = Object.entries(labels).filter(([, value]) => value !== undefined);
  const relabelled: JobRecord = { ...job, ...Object.fromEntries(given) };
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

/** New price and earlier SLA; temperature class and UN number stay. */
function upgraded(job: JobRecord, stat: Priced): JobRecord {
  const { temperature_class, un_number } = job.priced;
  return {
    ...job,
    priced: { ...stat, temperature_class, un_number },
    sla_due: earlier(job.sla_due, slaDue(job.starts_at, stat)),
  };
}

const earlier = (a: Date, b: Date): Date => new Date(Math.min(a.getTime(), b.getTime()));

/** Irrelevant to the difference: URLs of a job do not change with an update. */
const addresses = { publicUrl: '', apiUrl: '' };
