import { query } from '../define.ts';
import { requireJob } from '../domain/job.ts';
import { findSequencedJob } from '../store/sequenced-jobs.ts';

export const locate = query('locate', async ({ id }, { db, tenant }) => {
  const found = await findSequencedJob(db, tenant, id);
  const job = requireJob(found);
  return {
    id: job.id,
    ref: job.ref,
    tenant_id: job.tenant_id,
    status: job.status,
    requirements: job.requirements,
    last_sequence: found?.last_sequence ?? 0,
  };
});
