import { custodyFact } from './custody-fact.ts';
import type { Happened, Outcome, Told } from './happening.ts';
import type { Cancellation, Job } from './job.ts';
import { milestone } from './timeline.ts';

/** Before assignment cancelling is free, after it half of the base price is due, halves up. */
export function cancel(job: Job, { reason }: Happened<'cancel'>, told: Told): Outcome {
  const isFree = job.status === 'booked';
  const rule = isFree
    ? 'Cancelled before assignment: no fee.'
    : 'Cancelled after assignment: 50 % of the base price.';
  const fee_cents = isFree ? 0 : Math.ceil(job.priced.base_cents / 2);
  const cancellation: Cancellation = { reason, fee_cents, currency: 'ZAR', rule };
  return {
    job: { ...job, status: 'cancelled', cancellation },
    milestones: [milestone(told.at, 'cancelled', { note: rule })],
    events: [
      { type: 'job.cancelled', data: cancellation, custody: custodyFact('cancelled', told) },
    ],
  };
}
