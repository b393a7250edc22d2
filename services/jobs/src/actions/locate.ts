import { query } from '../define.ts';
import { existing } from '../domain/job.ts';
import { findFollowed } from '../store/followed-jobs.ts';

export const locate = query('locate', async ({ id }, { db, tenant }) => {
  const found = await findFollowed(db, tenant, id);
  const job = existing(found);
  return {
    id: job.id,
    ref: job.ref,
    tenant_id: job.tenant_id,
    status: job.status,
    requirements: job.requirements,
    last_sequence: found?.last_sequence ?? 0,
  };
});
