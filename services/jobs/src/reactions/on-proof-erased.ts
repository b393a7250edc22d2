import { erasure } from '../define.ts';
import { eraseDescriptions } from '../store/incidents.ts';
import { deleteInstructions } from '../store/instructions.ts';
import { eraseNotes } from '../store/job-notes.ts';
import { eraseCancellationReason } from '../store/jobs.ts';

/** Erasure of a proof: what people wrote about the job, which may name its recipient. */
export const eraseFreeTexts = erasure(async (db, { tenant, jobId }) => {
  await deleteInstructions(db, tenant, jobId);
  await eraseDescriptions(db, tenant, jobId);
  await eraseNotes(db, tenant, jobId);
  await eraseCancellationReason(db, tenant, jobId);
});
