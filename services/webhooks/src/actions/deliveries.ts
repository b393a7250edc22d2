import { newId } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { boundsOf } from '../config.ts';
import { command, query } from '../define.ts';
import { toDeliveryResource, toDeskDelivery } from '../domain/delivery.ts';
import { splitBody } from '../domain/event.ts';
import { replayableSince } from '../domain/retention.ts';
import { countOfJob, listLog, listOfJob, queueDeliveries } from '../store/deliveries.ts';
import { lockQueue } from '../store/endpoint-queues.ts';
import { countEndpoints, getEndpoint } from '../store/endpoints.ts';
import { insertPublicEvents } from '../store/events.ts';
import { countByDay, countDeliveries } from '../store/health.ts';
import { countSpan, hasUnfinishedReplay, listByIds } from '../store/replays.ts';
import { queueReplayEvents, queueReplaySpan } from '../workflows/queue-replay.ts';

export const listDeliveries = query('listDeliveries', async (page, { db, tenant }) => {
  await getEndpoint(db, tenant, page.id);
  return toPage((await listLog(db, tenant, page)).map(toDeliveryResource), page.limit);
});

const healthMs = 7 * 24 * 60 * 60 * 1000;
/** Bounds what one look costs; 50,000 in a week are one in 12 s. */
const countedMax = 50_000;

export const health = query('health', async ({ id }, { db, tenant, now }) => {
  await getEndpoint(db, tenant, id);
  const since = new Date(now.getTime() - healthMs);
  const found = await countDeliveries(db, tenant, { id, since, max: countedMax + 1 });
  const { counted, last_success_at, ...counts } = found;
  return {
    ...counts,
    ...({ object: 'webhook_health', webhook_id: id } as const),
    since: since.toISOString(),
    is_complete: counted <= countedMax,
    last_success_at: last_success_at?.toISOString() ?? null,
  };
});

export const usage = query('usage', async (_input, { db, tenant, now, config }) => {
  const since = new Date(now.getTime() - healthMs);
  const endpoints = await countEndpoints(db, tenant);
  const max = Math.ceil(countedMax / Math.max(endpoints, 1));
  const { days, counted_most } = await countByDay(db, tenant, { since, max: max + 1 });
  return {
    endpoints,
    endpoints_max: boundsOf(config).endpointsMax,
    since: since.toISOString(),
    is_complete: counted_most <= max,
    days,
  };
});

export const deskDeliveries = query('deskDeliveries', async ({ tenant_id, job_id }, { db }) => {
  const [counts, latest] = await Promise.all([
    countOfJob(db, tenant_id, job_id),
    listOfJob(db, tenant_id, job_id),
  ]);
  return { ...counts, latest: latest.map(toDeskDelivery) };
});

/** Before the first event that was ever stored. */
const beforeAll = '-1';

export const replay = command('replay', {
  handle: async ({ id, event_ids, since }, { db, tenant, now, wake }) => {
    await lockQueue(db, tenant, id);
    const endpoint = await getEndpoint(db, tenant, id);
    if (await hasUnfinishedReplay(db, tenant, id)) {
      throw new Refusal(
        'replay_in_progress',
        'An earlier replay of this endpoint has events left to send. Wait until it has ended.',
      );
    }
    wake('deliver');
    if (event_ids !== undefined) {
      const wanted = { ids: event_ids, endpointId: id, since: replayableSince(now) };
      const events = await listByIds(db, tenant, wanted);
      await queueReplayEvents(db, tenant, { endpointId: id, events, now });
      return { object: 'replay' as const, replayed: events.length };
    }
    const from = replayableSince(now, since === undefined ? undefined : new Date(since));
    const span = { endpoint, after: { created_at: from, seq: beforeAll }, until: now };
    const replayed = await countSpan(db, tenant, span);
    await queueReplaySpan(db, tenant, { ...span, now });
    return { object: 'replay' as const, replayed };
  },
});

export const test = command('test', {
  handle: async ({ id }, { db, tenant, now, wake, traceparent }) => {
    await getEndpoint(db, tenant, id);
    const event = { id: newId('evt_', now), type: 'webhook.test', job_id: '' };
    const data = { message: 'It works when you can read and verify this.', webhook_id: id };
    const created_at = now.toISOString();
    const body = splitBody({ ...event, created_at, tenant_id: tenant, data });
    const fields = { created_at: now, ends_job: false, endpoint_id: id, traceparent };
    await insertPublicEvents(db, [{ tenant_id: tenant, ...event, ...body, ...fields }], now);
    const delivery = { id: newId('whd_', now), endpoint_id: id, event_id: event.id };
    await queueDeliveries(db, [{ tenant_id: tenant, ...delivery, type: event.type }], {
      now,
      inOrder: false,
    });
    wake('deliver');
    return { object: 'webhook_test' as const, event_id: event.id };
  },
});
