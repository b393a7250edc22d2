import { command } from '../define.ts';
import { requireBeforeCollection } from '../domain/before-collection.ts';
import { factsOf } from '../domain/facts.ts';
import { toResource } from '../domain/resource.ts';
import { changesBetween, decideUpdate, isStat } from '../domain/update.ts';
import { findJob, lockJob, saveJob } from '../store/jobs.ts';

export const update = command('update', {
  /** The price at STAT, unless the job keeps its priority; a job too far on is refused first. */
  gather: async ({ id, priority }, { db, tenant, clients }) => {
    const job = priority && (await findJob(db, tenant, id));
    if (!job || isStat(job)) return undefined;
    requireBeforeCollection(job);
    const { sku, km, timing, parcels } = job.priced;
    return clients.pricing.price({ sku, km, timing, parcels, priority: 'stat' });
  },
  handle: async ({ id, ...labels }, { db, tenant, now, facts: stat, config, emit }) => {
    const before = await lockJob(db, tenant, id);
    const after = decideUpdate(before, { ...labels, stat }, now);
    const { job } = after;
    const resource = toResource(job, config.SVC_PUBLIC_URL);
    const changed = changesBetween(toResource(before, config.SVC_PUBLIC_URL), resource);
    if (changed.length === 0) return { ...resource, webhook_events: [] };
    await saveJob(db, tenant, { before, after });
    emit('job.updated', { job_id: job.id, ref: job.ref, changed }, factsOf(job), { jobId: job.id });
    return { ...resource, webhook_events: ['job.updated'] };
  },
});
