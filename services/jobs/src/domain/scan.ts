import { breakSeal, isBroken } from './broken-seal.ts';
import { custodyFactOf } from './custody-fact.ts';
import type { JobRecord } from './job.ts';
import { milestone } from './job.ts';
import type { JobCommandOf, MilestoneContext, TransitionResult } from './job-command.ts';
import { replaceSeal } from './replace-seal.ts';

/**
 * Records a hand-off scan; a seal mismatch also puts the job into `exception`, unless the seal was
 * replaced.
 */
export function scan(
  job: JobRecord,
  { location, seal, replaces_seal }: JobCommandOf<'scan'>,
  context: MilestoneContext,
): TransitionResult {
  if (replaces_seal !== undefined) {
    return replaceSeal(job, { location, seal, replaces_seal }, context);
  }
  const seal_match = !isBroken(job, seal);
  const scanned: TransitionResult = {
    job,
    milestones: [milestone(context.at, 'scanned', { note: 'Scanned at hand-off', seal })],
    events: [
      {
        type: 'custody.scanned',
        data: { location, seal_match, by: context.by },
        custody: custodyFactOf('scanned', context, { seal, details: { location, seal_match } }),
      },
    ],
  };
  if (seal_match) return scanned;
  const broken = breakSeal(job, { seal, location }, context);
  return {
    job: broken.job,
    milestones: [...scanned.milestones, ...broken.milestones],
    events: [...scanned.events, ...broken.events],
  };
}
