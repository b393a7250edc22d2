import { Refusal } from '@svc/kit/refusal';
import type { Telling } from './happening.ts';
import type { Job } from './job.ts';

/** Clocks of devices may be ahead by as much. */
const aheadMsMax = 60_000;

/**
 * When a milestone was: not before the one before it and at most 60 s ahead of our clock. Without a
 * word of its own it is now, or with the milestone before it when that one's clock was ahead.
 */
export function milestoneTime({ ref, milestone_at }: Job, { now, at }: Telling): Date {
  if (at === undefined) return milestone_at > now ? milestone_at : now;
  if (at < milestone_at) {
    throw new Refusal(
      'invalid_time',
      `The previous milestone of job ${ref} was at ${milestone_at.toISOString()}.`,
    );
  }
  if (at.getTime() > now.getTime() + aheadMsMax) {
    throw new Refusal('invalid_time', 'The milestone lies more than 60 s in the future.');
  }
  return at;
}
