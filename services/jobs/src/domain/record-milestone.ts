import type { MilestoneContext, TransitionResult } from './job-command.ts';

/**
 * Sets `milestone_at` (lower bound of the next milestone) and adds the result's custody events to
 * the count.
 */
export function recordMilestone(
  result: TransitionResult,
  context: MilestoneContext,
): TransitionResult {
  const { job, events } = result;
  const appended = events.filter(({ custody }) => custody !== null).length;
  return {
    ...result,
    job: { ...job, milestone_at: context.at, custody_events: job.custody_events + appended },
    occurred: { at: context.at, position: context.position },
  };
}
