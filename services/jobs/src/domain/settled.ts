import type { Outcome, Told } from './happening.ts';

/** Counts what the chain of custody is given, and notes the time that the next milestone must keep. */
export function settled(outcome: Outcome, told: Told): Outcome {
  const { job, events } = outcome;
  const facts = events.filter(({ custody }) => custody !== null).length;
  return {
    ...outcome,
    job: { ...job, milestone_at: told.at, custody_events: job.custody_events + facts },
    told: { at: told.at, position: told.position },
  };
}
