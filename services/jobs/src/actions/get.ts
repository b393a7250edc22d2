import { query } from '../define.ts';
import { existing } from '../domain/job.ts';
import { toDetail } from '../domain/resource.ts';
import { findSeenJob } from '../store/samples.ts';

export const get = query('get', async ({ id }, { db, tenant, config }) =>
  toDetail(existing(await findSeenJob(db, tenant, id)), config),
);
