import { requestLogDays } from '@svc/contracts';

const dayMs = 24 * 60 * 60 * 1000;

/** What came at this time or before is not shown any more. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - requestLogDays * dayMs);
