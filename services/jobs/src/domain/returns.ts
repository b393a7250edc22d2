/** Returns: after a failed hand-over a return job brings the parcels back to the pickup. */
import { slaDue } from './booking.ts';
import { statusChange } from './changes.ts';
import { custodyFactOf } from './custody-fact.ts';
import { inheritedOf, type JobRecord, milestone, newJob } from './job.ts';
import type {
  GeneratedIds,
  JobCommandOf,
  MilestoneContext,
  TransitionResult,
} from './job-command.ts';
import { recordMilestone } from './record-milestone.ts';

/** A failed hand-over is final for the job and spawns the return job. */
export function failDelivery(
  job: JobRecord,
  { reason, ids }: JobCommandOf<'delivery_failed'>,
  context: MilestoneContext,
): TransitionResult {
  const return_job_id = ids.id;
  const note = 'Handover failed; parcels are being returned';
  return {
    job: { ...job, status: 'exception', interrupted_status: null, return_job_id },
    milestones: [milestone(context.at, 'delivery_failed', { note })],
    events: [
      {
        type: 'delivery.failed',
        data: { reason, return_job_id },
        custody: custodyFactOf('delivery_failed', context, { details: { return_job_id } }),
      },
      { type: 'return.created', data: { return_job_id, reason }, custody: null },
    ],
    spawned: bookReturn(job, ids, context),
  };
}

/** The return job has a chain of its own, which starts with `booked` and `collected`. */
function bookReturn(
  original: JobRecord,
  ids: GeneratedIds,
  context: MilestoneContext,
): TransitionResult {
  const job = returnOf(original, ids, context);
  const seal = job.seal ?? '';
  const result: TransitionResult = {
    job,
    milestones: [
      milestone(context.at, 'booked', { note: 'Return booked' }),
      milestone(context.at, 'collected', { note: 'On its way back', seal }),
    ],
    events: [
      {
        type: 'job.created',
        data: { sku: job.priced.sku, sla_due: job.sla_due.toISOString() },
        custody: custodyFactOf('booked', context, { details: { return_of: original.id } }),
      },
      {
        type: 'job.updated',
        data: { changed: [statusChange('booked', 'collected')] },
        custody: custodyFactOf('collected', context, { seal }),
      },
    ],
  };
  return recordMilestone(result, context);
}

/**
 * The return has the same crew, seal and labels, swapped sites, no price and states of its own. The
 * only proof that it may require is its handover code.
 */
const returnOf = (job: JobRecord, ids: GeneratedIds, { now, at }: MilestoneContext): JobRecord => ({
  ...newJob,
  ...inheritedOf(job),
  ...ids,
  status: 'collected',
  priced: { ...job.priced, lines: [], base_cents: 0, amount_cents: 0, vat_cents: 0 },
  pickup: job.dropoff,
  dropoff: job.pickup,
  requirements: {
    otp: job.requirements.return_otp ?? false,
    ...{ id_check: false, signature: false, photo: false },
  },
  created_at: now,
  starts_at: now,
  sla_due: slaDue(now, job.priced),
  collected_at: at,
  milestone_at: at,
  return_of: job.id,
});

/** The return is delivered: the original job stays in `exception`, and its chain ends. */
export const completeReturn = (
  job: JobRecord,
  { return_job_id }: JobCommandOf<'returned'>,
  context: MilestoneContext,
): TransitionResult => ({
  job,
  milestones: [milestone(context.at, 'returned', { note: 'Returned to sender' })],
  events: [
    {
      type: 'return.completed',
      data: { return_job_id, delivered_at: context.at.toISOString() },
      custody: custodyFactOf('returned', context, { details: { return_job_id } }),
    },
  ],
});
