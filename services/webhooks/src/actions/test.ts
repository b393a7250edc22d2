import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { splitBody } from '../domain/event.ts';
import { queueDeliveries } from '../store/deliveries.ts';
import { getEndpoint } from '../store/endpoints.ts';
import { insertEvent } from '../store/events.ts';

export const test = command('test', {
  handle: async ({ id }, { db, tenant, now, wake }) => {
    await getEndpoint(db, tenant, id);
    const event = { id: newId('evt_', now), type: 'webhook.test', job_id: '' };
    const data = { message: 'It works when you can read and verify this.', webhook_id: id };
    const created_at = now.toISOString();
    const body = splitBody({ ...event, created_at, tenant_id: tenant, data });
    await insertEvent(db, tenant, {
      ...event,
      ...body,
      created_at: now,
      received_at: now,
      ends_job: false,
      endpoint_id: id,
    });
    await queueDeliveries(db, tenant, {
      deliveries: [
        { id: newId('whd_', now), endpoint_id: id, event_id: event.id, type: event.type },
      ],
      now,
      inOrder: false,
    });
    wake('deliver');
    return { object: 'webhook_test' as const, event_id: event.id };
  },
});
