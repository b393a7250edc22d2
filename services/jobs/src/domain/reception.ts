import type { CompletedReception } from '@svc/contracts';
import { type JobRecord, milestone } from './job.ts';
import type { TransitionResult } from './job-command.ts';

/**
 * A laboratory has received all specimens: an entry of the timeline and one more `custody_events`,
 * for custody appends the event to the chain. Emits nothing. The timeline is public, therefore
 * without verdicts.
 */
export const recordReception = (
  job: JobRecord,
  { received_at }: Pick<CompletedReception, 'received_at'>,
): TransitionResult => ({
  job: { ...job, custody_events: job.custody_events + 1 },
  milestones: [
    milestone(new Date(received_at), 'scanned', { note: 'Specimens received by the laboratory' }),
  ],
  events: [],
});
