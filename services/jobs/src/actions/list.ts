import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { toResource } from '../domain/resource.ts';
import { listOwn } from '../store/list-jobs.ts';
import { listSeen } from '../store/list-seen.ts';

export const list = query('list', async (filter, { db, tenant, config }) => {
  const isSandbox = config.SVC_ENVIRONMENT === 'sandbox';
  const { found, total } = await (isSandbox ? listSeen : listOwn)(db, tenant, filter);
  const resources = found.map((job) => toResource(job, config));
  const page = pageOf(resources, filter.limit);
  if (filter.ending_before !== undefined) page.data.reverse();
  return { ...page, total };
});
