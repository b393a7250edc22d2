import { erasure } from '../define.ts';
import { eraseNotes } from '../store/reception.ts';

/** Notes of a laboratory go with the proof of the hand-over. */
export const eraseReceptionNotes = erasure((db, { tenant, jobId }) =>
  eraseNotes(db, tenant, jobId),
);
