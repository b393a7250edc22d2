import { cancellationFeePercent, percentOf } from '@svc/contracts';
import { custodyFactOf } from './custody-fact.ts';
import type { Cancellation, JobRecord } from './job.ts';
import { milestone } from './job.ts';
import type { JobCommandOf, MilestoneContext, TransitionResult } from './job-command.ts';

/** Before assignment cancelling is free, after it a fee is due. */
export function cancel(
  job: JobRecord,
  { reason }: JobCommandOf<'cancel'>,
  context: MilestoneContext,
): TransitionResult {
  const isFree = job.status === 'booked';
  const rule = isFree
    ? 'Cancelled before assignment: no fee.'
    : `Cancelled after assignment: ${cancellationFeePercent} % of the base price.`;
  const fee_cents = isFree ? 0 : percentOf(job.priced.base_cents, cancellationFeePercent);
  const cancellation: Cancellation = { reason, fee_cents, currency: 'ZAR', rule };
  return {
    job: { ...job, status: 'cancelled', cancellation },
    milestones: [milestone(context.at, 'cancelled', { note: rule })],
    events: [
      { type: 'job.cancelled', data: cancellation, custody: custodyFactOf('cancelled', context) },
    ],
  };
}
