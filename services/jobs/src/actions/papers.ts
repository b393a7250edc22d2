import { query } from '../define.ts';
import { requireJob } from '../domain/job.ts';
import { toLabelSet, toWaybill } from '../domain/papers.ts';
import { getAnyJob } from '../store/dispatch-jobs.ts';
import { findVisibleJob } from '../store/samples.ts';
import { siteDetailsOf } from '../workflows/desk-parts.ts';

export const labels = query('labels', async ({ id, ...options }, { db, tenant, clients }) => {
  const job = requireJob(await findVisibleJob(db, tenant, id));
  return toLabelSet(job, await siteDetailsOf([job], clients), options);
});

export const labelsForDesk = query('labelsForDesk', async ({ id, ...options }, { db, clients }) => {
  const job = await getAnyJob(db, id);
  return toLabelSet(job, await siteDetailsOf([job], clients), options);
});

export const waybill = query('waybill', async ({ id }, { db, tenant, clients }) => {
  const job = requireJob(await findVisibleJob(db, tenant, id));
  return toWaybill(job, await siteDetailsOf([job], clients));
});
