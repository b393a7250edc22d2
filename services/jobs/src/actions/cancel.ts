import { command } from '../define.ts';
import { byClient } from '../domain/custody-fact.ts';
import { toResource } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { lockJob, saveJob } from '../store/jobs.ts';
import { tell } from '../tell.ts';

export const cancel = command('cancel', {
  handle: async ({ id, reason }, { db, tenant, actor, now, config, emit }) => {
    const before = await lockJob(db, tenant, id);
    const after = transition(before, { type: 'cancel', reason }, { now, by: byClient(actor) });
    await saveJob(db, tenant, { before, after });
    const { cancellation } = after.job;
    if (!cancellation) throw new Error('a cancelled job says how');
    return {
      ...toResource(after.job, config),
      cancellation,
      webhook_events: tell(emit, after),
    };
  },
});
