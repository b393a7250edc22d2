import { statusChange } from './changes.ts';
import { custodyFactOf } from './custody-fact.ts';
import type { JobRecord } from './job.ts';
import { milestone } from './job.ts';
import type { JobCommandOf, MilestoneContext, TransitionResult } from './job-command.ts';

/** Dispatch resumes an interrupted job in its former state, under a new seal if one is named. */
export function resume(
  job: JobRecord,
  { seal }: JobCommandOf<'resume'>,
  context: MilestoneContext,
): TransitionResult {
  const status = job.interrupted_status;
  if (!status) throw new Error(`job ${job.ref} was interrupted in no state`);
  const isResealed = seal !== undefined && seal !== job.seal;
  const sealChange = { field: 'seal', from: job.seal, to: seal };
  return {
    job: { ...job, status, interrupted_status: null, seal: seal ?? job.seal },
    milestones: [
      milestone(context.at, 'resumed', {
        note: isResealed ? 'Continued under a new seal' : 'Continued',
        ...(isResealed && { seal }),
      }),
    ],
    events: [
      {
        type: 'job.updated',
        data: {
          changed: [statusChange('exception', status), ...(isResealed ? [sealChange] : [])],
        },
        custody: isResealed
          ? custodyFactOf('scanned', context, { seal, details: { resealed: true } })
          : null,
      },
    ],
  };
}
