import { query } from '../define.ts';
import { toDetail } from '../domain/resource.ts';
import { getJob } from '../store/jobs.ts';

export const get = query('get', async ({ id }, { db, tenant, config }) =>
  toDetail(await getJob(db, tenant, id), config),
);
