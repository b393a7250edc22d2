import { every } from '../define.ts';
import { deleteCheckpoints } from '../store/checkpoints.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Each batch makes a checkpoint, and a newer one proves that an entry is there. The times before and after
 * which it was logged are those of the checkpoints around it: for them one of each hour stays, with quorum.
 */
export const purgeCheckpoints = every('purge-checkpoints', '41 2 * * *', ({ db, now, config }) =>
  deleteCheckpoints(db, {
    before: new Date(now.getTime() - dayMs),
    cosignaturesMin: config.SVC_LOG_QUORUM,
  }),
);
