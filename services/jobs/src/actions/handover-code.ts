import { decryptCode } from '../adapters/handover-codes.ts';
import { query } from '../define.ts';
import { lockedUntil, requireCode } from '../domain/handover-code.ts';
import { getJob } from '../store/jobs.ts';

export const handoverCode = query('handoverCode', async ({ id }, { db, tenant, now, config }) => {
  const job = await getJob(db, tenant, id);
  return {
    object: 'handover_code' as const,
    job_id: job.id,
    code: decryptCode(requireCode(job), config.SVC_SECRET),
    locked_until: lockedUntil(job, now)?.toISOString() ?? null,
  };
});
