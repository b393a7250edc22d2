import { pageOf } from '@svc/kit/page';
import { addressesOf } from '../config.ts';
import { query } from '../define.ts';
import { toDeskJob } from '../domain/resource.ts';
import { listDispatchJobs } from '../store/dispatch-jobs.ts';

export const listForDesk = query('listForDesk', async (filter, { db, config }) => {
  const found = await listDispatchJobs(db, filter);
  const resources = found.map((job) => toDeskJob(job, addressesOf(config)));
  return pageOf(resources, filter.limit);
});
