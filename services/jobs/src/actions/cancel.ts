import { command } from '../define.ts';
import { byClient } from '../domain/custody-fact.ts';
import { toResource } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { callerOf } from '../sandbox-caller.ts';
import { saveTaken, takeJob } from '../store/samples.ts';
import { tell } from '../tell.ts';

export const cancel = command('cancel', {
  handle: async ({ id, reason }, { db, tenant, actor, now, config, emit }) => {
    const taken = await takeJob(db, callerOf(tenant), id);
    const after = transition(taken.job, { type: 'cancel', reason }, { now, by: byClient(actor) });
    await saveTaken(db, tenant, { taken, after });
    const { cancellation } = after.job;
    if (!cancellation) throw new Error('a cancelled job says how');
    return {
      ...toResource(after.job, config),
      cancellation,
      webhook_events: tell(emit, after),
    };
  },
  retryOn: ['job_pkey', 'job_ref_unique'],
});
