import { Refusal } from '@svc/kit/refusal';
import { assign } from './assign.ts';
import { statusChange } from './changes.ts';
import { type JobRecord, milestone } from './job.ts';
import type { MilestoneContext, TransitionResult } from './job-command.ts';
import { replacedAssignment } from './last-change.ts';

/**
 * Restores the previous driver and vehicle, or the unassigned state, while the assignment is the
 * latest change of the job. The chain of custody is append-only: it records the earlier driver as
 * assigned again.
 */
export function undoAssignment(job: JobRecord, context: MilestoneContext): TransitionResult {
  const replaced = replacedAssignment(job);
  if (replaced === undefined) {
    throw new Refusal(
      'invalid_transition',
      `The latest change of job ${job.ref} is no assignment: there is nothing to undo.`,
    );
  }
  if (replaced) return assign(job, { assignment: replaced, new_code: '' }, context);
  return {
    job: { ...job, status: 'booked', assignment: null },
    milestones: [milestone(context.at, 'updated', { note: 'Waiting for another driver' })],
    events: [
      {
        type: 'job.updated',
        data: { changed: [statusChange('assigned', 'booked')] },
        custody: null,
      },
    ],
  };
}
