import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { toDeskJob } from '../domain/resource.ts';
import { listDeskJobs } from '../store/desk.ts';

export const listForDesk = query('listForDesk', async (filter, { db, config }) => {
  const found = await listDeskJobs(db, filter);
  const resources = found.map((job) => toDeskJob(job, config));
  return pageOf(resources, filter.limit);
});
