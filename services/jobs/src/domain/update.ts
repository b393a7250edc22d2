import type { Job as JobResource, Priced } from '@svc/contracts';
import { requireBeforeCollection } from './before-collection.ts';
import { slaDue } from './booking.ts';
import type { Decision, Job } from './job.ts';
import { milestone } from './timeline.ts';

interface Changes {
  cost_centre?: string | undefined;
  reference?: string | undefined;
  metadata?: Record<string, string> | undefined;
  /** The job's price at STAT, when that is asked for. */
  stat?: Priced | undefined;
}

/** STAT is given once: a job that has it keeps its price. */
export const isStat = ({ priced }: Job): boolean => priced.priority === 'stat';

/** Before collection labels may change, and the priority to STAT: a new price, an earlier SLA. */
export function decideUpdate(job: Job, changes: Changes, now: Date): Decision {
  requireBeforeCollection(job);
  const relabelled: Job = {
    ...job,
    cost_centre: changes.cost_centre ?? job.cost_centre,
    reference: changes.reference ?? job.reference,
    metadata: changes.metadata ?? job.metadata,
  };
  if (!changes.stat || isStat(job)) return { job: relabelled, milestones: [] };
  return {
    job: { ...relabelled, priced: changes.stat, sla_due: slaDue(job.created_at, changes.stat) },
    milestones: [milestone(now, 'updated', 'Upgraded to STAT')],
  };
}

interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** The members of the resource that differ; what subscribers are told about an update. */
export function changesBetween(before: JobResource, after: JobResource): Change[] {
  const previous = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .map(([field, to]) => ({ field, from: previous.get(field), to }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
