import { custodyFactOf } from './custody-fact.ts';
import type { JobRecord } from './job.ts';
import { milestone } from './job.ts';
import type { MilestoneContext, TransitionResult } from './job-command.ts';

interface Observed {
  /** The observed seal, which differs from the job's. */
  seal: string;
  location: string;
}

export const isBroken = (job: JobRecord, seal: string): boolean =>
  job.seal !== null && job.seal !== seal;

/** A seal mismatch puts the job into `exception`; dispatch can resume it. */
export function breakSeal(
  job: JobRecord,
  { seal, location }: Observed,
  context: MilestoneContext,
): TransitionResult {
  const expected_seal = job.seal ?? '';
  return {
    job: { ...job, status: 'exception', interrupted_status: job.status },
    milestones: [milestone(context.at, 'seal_broken', { note: 'Seal does not match', seal })],
    events: [
      {
        type: 'seal.broken',
        data: { expected_seal, observed_seal: seal, location, by: context.by },
        custody: custodyFactOf('seal_broken', context, {
          seal,
          details: { expected_seal, location },
        }),
      },
    ],
  };
}
