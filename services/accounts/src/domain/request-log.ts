import { requestLogDays } from '@svc/contracts';

const dayMs = 24 * 60 * 60 * 1000;

/** Retention: requests of this time or before are not shown any more. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - requestLogDays * dayMs);
