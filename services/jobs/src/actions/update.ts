import { byClient } from '@svc/contracts';
import { addressesOf } from '../config.ts';
import { command } from '../define.ts';
import { requireBeforeCollection } from '../domain/before-collection.ts';
import { requireVersion, withChangedInstructions } from '../domain/last-change.ts';
import { recordedJob } from '../domain/recorded-job.ts';
import { toResource } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { isStat } from '../domain/update.ts';
import { findVisibleJob, saveWritableJob } from '../store/samples.ts';
import { emitJobEvents } from '../workflows/emit-events.ts';
import { decideInstructions, saveInstructions } from '../workflows/instructions.ts';
import { getWritableJob } from '../workflows/writable-job.ts';

export const update = command('update', {
  /** The price at STAT, unless the job keeps its priority; a job too far on is refused first. */
  gather: async ({ id, priority }, { db, tenant, clients }) => {
    const job = priority && (await findVisibleJob(db, tenant, id));
    if (!job || isStat(job)) return undefined;
    requireBeforeCollection(job);
    const { sku, km, timing, parcels } = job.priced;
    return clients.pricing.price({ sku, km, timing, parcels, priority: 'stat' });
  },
  handle: async (
    { id, version, priority, note, pickup_contact, dropoff_contact, ...labels },
    { db, tenant, actor, now, gathered: stat, config, emit, recordChange },
  ) => {
    const target = await getWritableJob(db, tenant, id);
    requireVersion(target.job, version, 'tenant');
    const jobCommand = { type: 'update', changes: { ...labels, stat } } as const;
    const commandContext = { now, by: byClient(actor) };
    const given = { command: jobCommand, context: commandContext };
    const decided = transition(target.job, jobCommand, commandContext);
    const instructions = await decideInstructions(
      target.job,
      { note, pickup_contact, dropoff_contact },
      { db, config },
    );
    // Copy-on-write: an update without a change does not copy the sample.
    if (decided.events.length === 0 && !instructions) {
      return {
        ...toResource(target.sample ?? target.job, addressesOf(config)),
        webhook_events: [],
      };
    }
    const after = instructions
      ? { ...decided, job: withChangedInstructions(target.job, decided.job, given) }
      : decided;
    await saveWritableJob(db, tenant, { target, after });
    await saveInstructions(after.job, instructions?.after, { db, config });
    recordChange(recordedJob(after.job, target.job, instructions));
    return {
      ...toResource(after.job, addressesOf(config)),
      webhook_events: emitJobEvents(emit, after),
    };
  },
  retryOn: ['job_pkey', 'job_ref_unique'],
});
