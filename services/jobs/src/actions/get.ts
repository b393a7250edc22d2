import { addressesOf } from '../config.ts';
import { query } from '../define.ts';
import { requireJob } from '../domain/job.ts';
import { toDetail } from '../domain/resource.ts';
import { findVisibleJob } from '../store/samples.ts';

export const get = query('get', async ({ id }, { db, tenant, config }) =>
  toDetail(requireJob(await findVisibleJob(db, tenant, id)), addressesOf(config)),
);
