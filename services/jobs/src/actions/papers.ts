import { query } from '../define.ts';
import { requireJob } from '../domain/job.ts';
import { toLabelSet, toWaybill } from '../domain/papers.ts';
import { findVisibleJob } from '../store/samples.ts';
import { siteDetailsOf } from '../workflows/desk-parts.ts';

export const labels = query('labels', async ({ id, ...options }, { db, tenant, clients }) => {
  const job = requireJob(await findVisibleJob(db, tenant, id));
  return toLabelSet(job, await siteDetailsOf([job], clients), options);
});

export const waybill = query('waybill', async ({ id }, { db, tenant, clients }) => {
  const job = requireJob(await findVisibleJob(db, tenant, id));
  return toWaybill(job, await siteDetailsOf([job], clients));
});
