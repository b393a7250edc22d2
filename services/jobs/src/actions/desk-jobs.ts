import { pageOf } from '@svc/kit/page';
import { addressesOf } from '../config.ts';
import { query } from '../define.ts';
import { toDeskJob } from '../domain/resource.ts';
import { getAnyJob, listDispatchJobs } from '../store/dispatch-jobs.ts';

export const listForDesk = query('listForDesk', async (filter, { db, config }) => {
  const found = await listDispatchJobs(db, filter);
  const resources = found.map((job) => toDeskJob(job, addressesOf(config)));
  return pageOf(resources, filter.limit);
});

export const locateForDesk = query('locateForDesk', async ({ id: idOrRef }, { db }) => {
  const { id, ref, tenant_id, status, assignment } = await getAnyJob(db, idOrRef);
  return { id, ref, tenant_id, driver_id: assignment?.driver_id ?? null, status };
});
