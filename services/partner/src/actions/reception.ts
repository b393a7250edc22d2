import { command, query } from '../define.ts';
import {
  completedReceptions,
  receive,
  requireDelivered,
  toReceptionResource,
} from '../domain/reception.ts';
import { lockTarget } from '../store/manifests.ts';
import { getReceptionState, insertReceptions, receptionTarget } from '../store/reception.ts';

export const receiveSpecimens = command('receiveSpecimens', {
  gather: ({ id }, { clients }) => clients.jobs.locate({ id }),
  handle: async ({ specimens }, { db, tenant, now, actor, emit, recordChange, gathered: job }) => {
    requireDelivered(job);
    await lockTarget(db, tenant, await receptionTarget(db, tenant, job.id));
    const before = await getReceptionState(db, tenant, job.id);
    const said = { tenant_id: tenant, job_id: job.id, received_at: now, received_by: actor };
    const records = receive(before, specimens, said);
    await insertReceptions(db, tenant, records);
    const after = { ...before, records: [...before.records, ...records] };
    const resource = toReceptionResource(job, after);
    const { accepted, rejected } = toReceptionResource(job, before);
    recordChange({
      object: job.id,
      before: { accepted, rejected },
      after: { accepted: resource.accepted, rejected: resource.rejected },
    });
    if (records.length === 0) return resource;
    const data = {
      ...{ job_id: job.id, ref: job.ref, received_at: now.toISOString() },
      specimens: records.map(({ barcode, verdict, reason }) => ({ barcode, verdict, reason })),
    };
    emit('specimens.received', data, {}, { jobId: job.id, tenant });
    for (const completed of completedReceptions(before, after, said)) {
      emit('reception.completed', completed, {}, { jobId: completed.job_id, tenant });
    }
    return resource;
  },
});

export const getReception = query('getReception', async ({ id }, { db, tenant, clients }) => {
  const job = await clients.jobs.locate({ id });
  return toReceptionResource(job, await getReceptionState(db, tenant, job.id));
});
