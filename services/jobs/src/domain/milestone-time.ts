import { Refusal } from '@svc/kit/refusal';
import type { JobRecord } from './job.ts';
import type { JobCommandContext } from './job-command.ts';

/** Tolerance for device clocks that are ahead, ms. */
const aheadMsMax = 60_000;

/**
 * Time of a milestone: not before the previous one and at most 60 s ahead of the server's clock.
 * Defaults to now, or to the previous milestone if that is later.
 */
export function milestoneTime(
  { ref, milestone_at }: JobRecord,
  { now, at }: JobCommandContext,
): Date {
  if (at === undefined) return milestone_at > now ? milestone_at : now;
  if (at < milestone_at) {
    throw new Refusal(
      'invalid_time',
      `The previous milestone of job ${ref} was at ${milestone_at.toISOString()}.`,
    );
  }
  requireNotAhead(at, now);
  return at;
}

export const laterOf = (a: Date, b: Date): Date => (a > b ? a : b);

export function requireNotAhead(at: Date, now: Date): void {
  if (at.getTime() > now.getTime() + aheadMsMax) {
    throw new Refusal('invalid_time', 'The milestone lies more than 60 s in the future.');
  }
}
