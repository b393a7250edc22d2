import type { DataOf, InternalsOf, tracking } from '@svc/contracts';
import { statusChange } from './changes.ts';
import { custodyFactOf } from './custody-fact.ts';
import type { JobRecord, MilestoneRecord } from './job.ts';
import { milestone } from './job.ts';
import type { JobCommandOf, MilestoneContext, TransitionResult } from './job-command.ts';

/**
 * Sandbox: an excursion is recorded in timeline and chain of custody; the job's state does not
 * change.
 */
export function noteExcursion(
  job: JobRecord,
  { temperature_dc, minutes_out_of_range }: JobCommandOf<'excursion'>,
  context: MilestoneContext,
): TransitionResult {
  const details = { temperature_dc, minutes_out_of_range, action: 'hold_and_call' };
  return {
    job,
    milestones: [timelineEntry(context.at, minutes_out_of_range)],
    events: [
      {
        type: 'job.updated',
        data: { changed: [statusChange(job.status, job.status)] },
        custody: custodyFactOf('temperature_excursion', context, { details }),
      },
    ],
  };
}

/** Public, therefore without temperatures. */
const timelineEntry = (at: Date, minutes: number): MilestoneRecord =>
  milestone(at, 'temperature_excursion', {
    note: `Temperature out of range for ${minutes} minutes`,
  });

type Excursion = (typeof tracking)['events']['temperature.excursion'];

/**
 * Live: records an excursion that tracking detected, in timeline and `custody_events`; custody
 * appends the same event to the chain. Emits nothing and keeps `milestone_at`, as in
 * `applyGeofenceEntry`.
 */
export const recordExcursion = (
  job: JobRecord,
  { minutes_out_of_range }: DataOf<Excursion>,
  { at }: InternalsOf<Excursion>,
): TransitionResult => ({
  job: { ...job, custody_events: job.custody_events + 1 },
  milestones: [timelineEntry(new Date(at), minutes_out_of_range)],
  events: [],
});
