import { command } from '../define.ts';
import { requireBeforeCollection } from '../domain/before-collection.ts';
import { byClient } from '../domain/custody-fact.ts';
import { toResource } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { isStat } from '../domain/update.ts';
import { callerOf } from '../sandbox-caller.ts';
import { findSeenJob, saveTaken, takeJob } from '../store/samples.ts';
import { tell } from '../tell.ts';

export const update = command('update', {
  /** The price at STAT, unless the job keeps its priority; a job too far on is refused first. */
  gather: async ({ id, priority }, { db, tenant, clients }) => {
    const job = priority && (await findSeenJob(db, tenant, id));
    if (!job || isStat(job)) return undefined;
    requireBeforeCollection(job);
    const { sku, km, timing, parcels } = job.priced;
    return clients.pricing.price({ sku, km, timing, parcels, priority: 'stat' });
  },
  handle: async ({ id, ...labels }, { db, tenant, actor, now, facts: stat, config, emit }) => {
    const taken = await takeJob(db, callerOf(tenant), id);
    const changes = { ...labels, stat };
    const after = transition(taken.job, { type: 'update', changes }, { now, by: byClient(actor) });
    // What changes nothing copies no sample either.
    if (after.events.length === 0) {
      return { ...toResource(taken.sample ?? taken.job, config), webhook_events: [] };
    }
    await saveTaken(db, tenant, { taken, after });
    return { ...toResource(after.job, config), webhook_events: tell(emit, after) };
  },
  retryOn: ['job_pkey', 'job_ref_unique'],
});
