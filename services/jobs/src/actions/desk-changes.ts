/** The carrier's desk changes and cancels jobs of any tenant, before their parcels are collected. */

import { byCarrier } from '@svc/contracts';
import { addressesOf } from '../config.ts';
import { command } from '../define.ts';
import { requireVersion, withChangedInstructions } from '../domain/last-change.ts';
import { recordedJob } from '../domain/recorded-job.ts';
import { toDeskJob } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { lockAnyJob } from '../store/dispatch-jobs.ts';
import { saveJob } from '../store/jobs.ts';
import { emitJobEvents } from '../workflows/emit-events.ts';
import { decideInstructions, saveInstructions } from '../workflows/instructions.ts';

export const updateForDesk = command('updateForDesk', {
  handle: async ({ id, version, by: person, reason: _recorded, ...changes }, context) => {
    const { db, actor, now, config, emit, recordChange } = context;
    const { note, pickup_contact, dropoff_contact, ...labels } = changes;
    const before = await lockAnyJob(db, id);
    requireVersion(before, version);
    const commandContext = { now, by: byCarrier(actor, undefined), person };
    const jobCommand = { type: 'update', changes: labels } as const;
    const decided = transition(before, jobCommand, commandContext);
    const sent = { note, pickup_contact, dropoff_contact };
    const instructions = await decideInstructions(before, sent, { db, config });
    const given = { command: jobCommand, context: commandContext };
    const job = instructions ? withChangedInstructions(before, decided.job, given) : decided.job;
    const after = { ...decided, job };
    if (job !== before) {
      await saveJob(db, before.tenant_id, { before, after });
      await saveInstructions(job, instructions?.after, { db, config });
      recordChange(recordedJob(job, before, instructions));
    }
    const webhook_events = emitJobEvents(emit, after);
    return { ...toDeskJob(job, addressesOf(config)), webhook_events };
  },
});

export const cancelForDesk = command('cancelForDesk', {
  handle: async ({ id, version, by: person, reason }, context) => {
    const { db, actor, now, config, emit, recordChange } = context;
    const before = await lockAnyJob(db, id);
    requireVersion(before, version);
    const commandContext = { now, by: byCarrier(actor, undefined), person };
    const after = transition(before, { type: 'cancel', reason }, commandContext);
    await saveJob(db, before.tenant_id, { before, after });
    recordChange(recordedJob(after.job, before));
    const { cancellation } = after.job;
    if (!cancellation) throw new Error('a cancelled job lacks its cancellation');
    const webhook_events = emitJobEvents(emit, after);
    return { ...toDeskJob(after.job, addressesOf(config)), cancellation, webhook_events };
  },
});
