import { every } from '../define.ts';
import { failingMaxMs } from '../domain/endpoint-queue.ts';
import { lockFailingQueues } from '../store/endpoint-queues.ts';
import { disableFailed } from '../workflows/disable-endpoint.ts';

/** Disables failing endpoints without pending deliveries, whose failures no attempt detects. */
export const disableFailing = every('disable-failing', '*/15 * * * *', async (context) => {
  const { db, now, wake } = context;
  const queues = await lockFailingQueues(db, new Date(now.getTime() - failingMaxMs));
  for (const queue of queues) await disableFailed(queue, 'failing', context);
  wake('deliver');
});
