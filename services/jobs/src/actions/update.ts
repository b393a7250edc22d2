import { command } from '../define.ts';
import { requireBeforeCollection } from '../domain/before-collection.ts';
import { byClient } from '../domain/custody-fact.ts';
import { toResource } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { isStat } from '../domain/update.ts';
import { findJob, lockJob, saveJob } from '../store/jobs.ts';
import { tell } from '../tell.ts';

export const update = command('update', {
  /** The price at STAT, unless the job keeps its priority; a job too far on is refused first. */
  gather: async ({ id, priority }, { db, tenant, clients }) => {
    const job = priority && (await findJob(db, tenant, id));
    if (!job || isStat(job)) return undefined;
    requireBeforeCollection(job);
    const { sku, km, timing, parcels } = job.priced;
    return clients.pricing.price({ sku, km, timing, parcels, priority: 'stat' });
  },
  handle: async ({ id, ...labels }, { db, tenant, actor, now, facts: stat, config, emit }) => {
    const before = await lockJob(db, tenant, id);
    const changes = { ...labels, stat };
    const after = transition(before, { type: 'update', changes }, { now, by: byClient(actor) });
    if (after.events.length > 0) await saveJob(db, tenant, { before, after });
    return { ...toResource(after.job, config), webhook_events: tell(emit, after) };
  },
});
