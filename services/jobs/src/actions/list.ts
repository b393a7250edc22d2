import { query } from '../define.ts';
import { toResource } from '../domain/resource.ts';
import { countJobs, listJobs } from '../store/list-jobs.ts';

export const list = query('list', async (filter, { db, tenant, config }) => {
  const [{ jobs, has_more }, total] = await Promise.all([
    listJobs(db, tenant, filter),
    countJobs(db, tenant, filter),
  ]);
  return {
    object: 'list' as const,
    total,
    data: jobs.map((job) => toResource(job, config)),
    has_more,
  };
});
