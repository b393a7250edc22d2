import { query } from '../define.ts';
import { toDeskJob } from '../domain/resource.ts';
import { listDeskJobs } from '../store/desk.ts';

export const listForDesk = query('listForDesk', async (filter, { db, config }) => {
  const { jobs, has_more } = await listDeskJobs(db, filter);
  return { object: 'list' as const, data: jobs.map((job) => toDeskJob(job, config)), has_more };
});
