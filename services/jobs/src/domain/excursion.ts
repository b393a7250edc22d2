import { statusChange } from './changes.ts';
import { custodyFact } from './custody-fact.ts';
import type { Happened, Outcome, Told } from './happening.ts';
import type { Job } from './job.ts';
import { milestone } from './timeline.ts';

/** Parcels that were too warm or too cold travel on; timeline and chain of custody say so. */
export function noteExcursion(
  job: Job,
  { temperature_dc, minutes_out_of_range }: Happened<'excursion'>,
  told: Told,
): Outcome {
  const details = { temperature_dc, minutes_out_of_range, action: 'hold_and_call' };
  const note = `Temperature out of range for ${minutes_out_of_range} minutes`;
  return {
    job,
    milestones: [milestone(told.at, 'temperature_excursion', { note })],
    events: [
      {
        type: 'job.updated',
        data: { changed: [statusChange(job.status, job.status)] },
        custody: custodyFact('temperature_excursion', told, { details }),
      },
    ],
  };
}
