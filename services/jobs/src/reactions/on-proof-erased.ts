import { erasure } from '../define.ts';
import { eraseDescriptions } from '../store/incidents.ts';
import { eraseTexts } from '../store/job-texts.ts';
import { eraseCancellationReason } from '../store/jobs.ts';

/** Erasure of a proof: what people wrote about the job, which may name its recipient. */
export const eraseFreeTexts = erasure(async (db, { tenant, jobId }) => {
  await eraseDescriptions(db, tenant, jobId);
  await eraseTexts(db, tenant, jobId);
  await eraseCancellationReason(db, tenant, jobId);
});
