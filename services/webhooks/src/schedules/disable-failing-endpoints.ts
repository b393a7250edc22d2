import { every } from '../define.ts';
import { failingMaxMs } from '../domain/endpoint-queue.ts';
import { lockFailingQueues } from '../store/endpoint-queues.ts';
import { disableEndpoint } from '../store/endpoints.ts';

/** Disables failing endpoints without pending deliveries, whose failures no attempt detects. */
export const disableFailing = every(
  'disable-failing',
  '*/15 * * * *',
  async ({ db, now, log, wake }) => {
    const queues = await lockFailingQueues(db, new Date(now.getTime() - failingMaxMs));
    for (const queue of queues) {
      if (await disableEndpoint(db, queue, now)) {
        log.warn({ endpoint_id: queue.endpoint_id }, 'endpoint disabled');
      }
    }
    wake('deliver');
  },
);
