import { every } from '../define.ts';
import { removeIdleWindows } from '../store/rate-windows.ts';

/** Far longer than a window, so that a clock that was set back finds its callers. */
const idleMs = 60 * 60 * 1000;
const batchMax = 5000;

export const purgeRateWindows = every('purge-rate-windows', '* * * * *', ({ db, now }) =>
  removeIdleWindows(db, { before: new Date(now.getTime() - idleMs), max: batchMax }),
);
