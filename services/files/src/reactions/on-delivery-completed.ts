import { on } from '../define.ts';
import { parseOrderIdentity } from '../domain/order.ts';
import { insertPod } from '../store/pods.ts';

/** Queues the POD file of a delivered job that a file booked. */
export const onDeliveryCompleted = on(
  'jobs',
  'delivery.completed',
  async ({ job_id, internals }, { db, tenant, now }) => {
    const order = parseOrderIdentity(internals.job.booking_identity);
    if (order) await insertPod(db, tenant, { job_id, ...order, due_at: now });
  },
  { inAnyOrder: true },
);
