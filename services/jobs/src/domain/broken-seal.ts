import { custodyFact } from './custody-fact.ts';
import type { Outcome, Told } from './happening.ts';
import type { Job } from './job.ts';
import { milestone } from './timeline.ts';

interface Observed {
  /** Another seal than the job's. */
  seal: string;
  location: string;
}

export const isBroken = (job: Job, seal: string): boolean => job.seal !== null && job.seal !== seal;

/** A seal that is not the expected one stops the job; what it interrupts can be resumed. */
export function breakSeal(job: Job, { seal, location }: Observed, told: Told): Outcome {
  const expected_seal = job.seal ?? '';
  return {
    job: { ...job, status: 'exception', interrupted: job.status },
    milestones: [milestone(told.at, 'seal_broken', { note: 'Seal does not match', seal })],
    events: [
      {
        type: 'seal.broken',
        data: { expected_seal, observed_seal: seal, location, by: told.by },
        custody: custodyFact('seal_broken', told, { seal, details: { expected_seal, location } }),
      },
    ],
  };
}
