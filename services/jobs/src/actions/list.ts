import { query } from '../define.ts';
import { toResource } from '../domain/resource.ts';
import { listOwn } from '../store/list-jobs.ts';
import { listSeen } from '../store/list-seen.ts';

export const list = query('list', async (filter, { db, tenant, config }) => {
  const isSandbox = config.SVC_ENVIRONMENT === 'sandbox';
  const { jobs, has_more, total } = await (isSandbox ? listSeen : listOwn)(db, tenant, filter);
  return {
    object: 'list' as const,
    total,
    data: jobs.map((job) => toResource(job, config)),
    has_more,
  };
});
