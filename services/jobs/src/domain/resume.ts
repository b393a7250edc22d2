import { statusChange } from './changes.ts';
import { custodyFact } from './custody-fact.ts';
import type { Happened, Outcome, Told } from './happening.ts';
import type { Job } from './job.ts';
import { milestone } from './timeline.ts';

/** Dispatch lets an interrupted job go on where it stood, under a new seal if it names one. */
export function resume(job: Job, { seal }: Happened<'resume'>, told: Told): Outcome {
  const status = job.interrupted;
  if (!status) throw new Error(`job ${job.ref} was interrupted in no state`);
  const isResealed = seal !== undefined && seal !== job.seal;
  const sealChange = { field: 'seal', from: job.seal, to: seal };
  return {
    job: { ...job, status, interrupted: null, seal: seal ?? job.seal },
    milestones: [
      milestone(told.at, 'resumed', {
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
          ? custodyFact('scanned', told, { seal, details: { resealed: true } })
          : null,
      },
    ],
  };
}
