import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { toResource } from '../domain/resource.ts';
import { countJobs, listJobs } from '../store/list-jobs.ts';

export const list = query('list', async (filter, { db, tenant, config }) => {
  const [found, total] = await Promise.all([
    listJobs(db, tenant, filter),
    countJobs(db, tenant, filter),
  ]);
  const resources = found.map((job) => toResource(job, config));
  const page = pageOf(resources, filter.limit);
  if (filter.ending_before !== undefined) page.data.reverse();
  return { ...page, total };
});
