import { requireBeforeCollection } from './before-collection.ts';
import type { Cancellation, Decision, Job } from './job.ts';
import { milestone } from './timeline.ts';

interface Cancelled extends Decision {
  cancellation: Cancellation;
}

/** Before assignment cancelling is free, after it half of the base price is due, halves up. */
export function decideCancel(job: Job, reason: string, now: Date): Cancelled {
  requireBeforeCollection(job);
  const isFree = job.status === 'booked';
  const rule = isFree
    ? 'Cancelled before assignment: no fee.'
    : 'Cancelled after assignment: 50 % of the base price.';
  const fee_cents = isFree ? 0 : Math.ceil(job.priced.base_cents / 2);
  const cancellation: Cancellation = { reason, fee_cents, currency: 'ZAR', rule };
  return {
    job: { ...job, status: 'cancelled', cancellation },
    milestones: [milestone(now, 'cancelled', rule)],
    cancellation,
  };
}
