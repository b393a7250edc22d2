import { command } from '../define.ts';
import { decideCancel } from '../domain/cancel.ts';
import { factsOf } from '../domain/facts.ts';
import { toResource } from '../domain/resource.ts';
import { lockJob, saveJob } from '../store/jobs.ts';

export const cancel = command('cancel', {
  handle: async ({ id, reason }, { db, tenant, now, config, emit }) => {
    const before = await lockJob(db, tenant, id);
    const { cancellation, ...after } = decideCancel(before, reason, now);
    await saveJob(db, tenant, { before, after });
    const { job } = after;
    emit('job.cancelled', { job_id: job.id, ref: job.ref, ...cancellation }, factsOf(job), {
      jobId: job.id,
    });
    return {
      ...toResource(job, config.SVC_PUBLIC_URL),
      cancellation,
      webhook_events: ['job.cancelled'],
    };
  },
});
