import { erasure } from '../define.ts';
import { markPodErased } from '../store/pods.ts';

/** Erasure of a proof: marks its POD file to be rewritten without personal data. */
export const eraseCopies = erasure((db, { tenant, jobId, now }) =>
  markPodErased(db, tenant, { jobId, now }),
);
