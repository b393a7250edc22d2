import { erasure } from '../define.ts';
import { deleteInstructions } from '../store/instructions.ts';

/** Erasure of a proof: deletes the note and contacts of the job. */
export const eraseInstructions = erasure((db, { tenant, jobId }) =>
  deleteInstructions(db, tenant, jobId),
);
