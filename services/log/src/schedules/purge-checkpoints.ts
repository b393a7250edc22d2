import { every } from '../define.ts';
import { deleteCheckpoints } from '../store/checkpoints.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Each batch makes a checkpoint, and a newer one proves all that an older one did, but for the time before
 * which an entry was not logged: for that one of each hour stays.
 */
export const purgeCheckpoints = every('purge-checkpoints', '41 2 * * *', ({ db, now }) =>
  deleteCheckpoints(db, new Date(now.getTime() - dayMs)),
);
