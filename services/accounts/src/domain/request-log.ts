import { carrierDayOf, requestCountDays, requestLogDays } from '@svc/contracts';

const dayMs = 24 * 60 * 60 * 1000;

/** Retention: requests of this time or before are not shown any more. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - requestLogDays * dayMs);

/** Retention: counters of days before that of this moment are not shown any more. */
export const countedSince = (now: Date): Date =>
  new Date(now.getTime() - (requestCountDays - 1) * dayMs);

/** The first day that is shown, `YYYY-MM-DD`. */
export const firstShownDay = (now: Date): string => carrierDayOf(countedSince(now));
