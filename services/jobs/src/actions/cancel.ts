import { byClient } from '@svc/contracts';
import { addressesOf } from '../config.ts';
import { command } from '../define.ts';
import { requireVersion } from '../domain/last-change.ts';
import { recordedJob } from '../domain/recorded-job.ts';
import { toResource } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { saveWritableJob } from '../store/samples.ts';
import { emitJobEvents } from '../workflows/emit-events.ts';
import { getWritableJob } from '../workflows/writable-job.ts';

export const cancel = command('cancel', {
  handle: async ({ id, reason, version }, context) => {
    const { db, tenant, actor, now, config, emit, recordChange } = context;
    const target = await getWritableJob(db, tenant, id);
    requireVersion(target.job, version, 'tenant');
    const after = transition(target.job, { type: 'cancel', reason }, { now, by: byClient(actor) });
    await saveWritableJob(db, tenant, { target, after });
    recordChange(recordedJob(after.job, target.job));
    const { cancellation } = after.job;
    if (!cancellation) throw new Error('a cancelled job lacks its cancellation');
    return {
      ...toResource(after.job, addressesOf(config)),
      cancellation,
      webhook_events: emitJobEvents(emit, after),
    };
  },
  retryOn: ['job_pkey', 'job_ref_unique'],
});
