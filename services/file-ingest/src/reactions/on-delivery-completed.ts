import { on } from '../define.ts';
import { orderOf } from '../domain/order.ts';
import { queuePod } from '../store/pods.ts';

/** A delivered job that a file booked gets its proof file. */
export const onDeliveryCompleted = on(
  'jobs',
  'delivery.completed',
  async ({ job_id, facts }, { db, tenant, now }) => {
    const order = orderOf(facts.job.booked_as);
    if (order) await queuePod(db, tenant, { job_id, ...order, due_at: now });
  },
  { inAnyOrder: true },
);
