import { breakSeal, isBroken } from './broken-seal.ts';
import { custodyFact } from './custody-fact.ts';
import type { Happened, Outcome, Told } from './happening.ts';
import type { Job } from './job.ts';
import { milestone } from './timeline.ts';

/** A hand-off is scanned where it is; a seal that does not match also stops the job. */
export function scan(job: Job, { location, seal }: Happened<'scan'>, told: Told): Outcome {
  const seal_match = !isBroken(job, seal);
  const scanned: Outcome = {
    job,
    milestones: [milestone(told.at, 'scanned', { note: 'Scanned at hand-off', seal })],
    events: [
      {
        type: 'custody.scanned',
        data: { location, seal_match, by: told.by },
        custody: custodyFact('scanned', told, { seal, details: { location, seal_match } }),
      },
    ],
  };
  if (seal_match) return scanned;
  const broken = breakSeal(job, { seal, location }, told);
  return {
    job: broken.job,
    milestones: [...scanned.milestones, ...broken.milestones],
    events: [...scanned.events, ...broken.events],
  };
}
