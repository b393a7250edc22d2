import { pageOf } from '@svc/kit/page';
import { addressesOf } from '../config.ts';
import { query } from '../define.ts';
import { toResource } from '../domain/resource.ts';
import { listOwnJobs } from '../store/list-jobs.ts';
import { listVisibleJobs } from '../store/visible-jobs.ts';

export const list = query('list', async (filter, { db, tenant, config }) => {
  const isSandbox = config.SVC_ENVIRONMENT === 'sandbox';
  const { found, total } = await (isSandbox ? listVisibleJobs : listOwnJobs)(db, tenant, filter);
  const resources = found.map((job) => toResource(job, addressesOf(config)));
  const page = pageOf(resources, filter.limit);
  if (filter.ending_before !== undefined) page.data.reverse();
  return { ...page, total };
});
