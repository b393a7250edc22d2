/** Deliverers that die, or come back from the dead. */
import { until } from '@svc/devnet';
import { randomToken } from '@svc/kit/ids';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DelivererContext, worker } from '../src/define.ts';
import type { ClaimedDelivery } from '../src/store/pending-deliveries.ts';
import { attemptDelivery } from '../src/workflows/attempt-delivery.ts';
import {
  claimDueDeliveries,
  type DeliveryResult,
  leaseMs,
  recordResults,
} from '../src/workflows/delivery-queue.ts';
import { start, wanting, webhooksTest } from './app.ts';

const contexts: DelivererContext[] = [];
/** Idle: the tests perform a deliverer's steps themselves. */
const byHand = worker('by-hand', (context) => {
  contexts.push(context);
  return { stop: async () => undefined };
});

let context: DelivererContext;
const app = webhooksTest({ workers: [byHand] });
beforeAll(async () => {
  const [first] = contexts;
  if (!first) throw new Error('no worker was started');
  context = first;
});

let id: string;
beforeEach(async () => {
  await app.sql('truncate webhooks.pending_delivery, webhooks.wake_up');
  app.clock.set(start);
  ({ id } = await app.as().create(wanting('http://127.0.0.1:9/hook')));
});

const claim = async (room = 100) =>
  (await claimDueDeliveries(context, { claim: randomToken(), room, above: 0 })).rows;
const test = () => app.as().test({ id });
const answered = async (row: ClaimedDelivery, status = 204): Promise<DeliveryResult> => ({
  row,
  attempt: await attemptDelivery(
    { ...row, traceparent: row.traceparent ?? '' },
    {
      post: async () => ({ status, failure: null, retryAfter: null, excerpt: '', durationMs: 1 }),
      random: () => 0.5,
      clock: app.clock,
      config: context.config,
    },
  ),
});
const log = () => app.log(app.tenant, id);

it('deliveries queued by a clock ten minutes ahead are due when it is set back', async () => {
  app.clock.set(new Date(Date.now() + 600_000));
  for (let n = 0; n < 3; n += 1) await test();
  // Wakes the queue without a free slot.
  expect(await claim(0)).toEqual([]);
  app.clock.set(new Date());
  expect(await claim()).toHaveLength(3);
});

describe('a claimed delivery', () => {
  it('is claimed by no other deliverer while the lease lasts', async () => {
    await test();
    expect(await claim()).toHaveLength(1);
    app.clock.advanceMs(leaseMs(context.config) - 1);
    expect(await claim()).toEqual([]);
  });

  it('is claimed again with the same ids when its deliverer died', async () => {
    const { event_id } = await test();
    const [abandoned] = await claim();
    app.clock.advanceMs(leaseMs(context.config));
    const [again] = await claim();
    expect(again).toMatchObject({
      delivery_id: abandoned?.delivery_id,
      event_id,
      body: abandoned?.body,
      attempt: 0,
    });
  });

  it('is settled once, by the holder of its lease', async () => {
    await test();
    const [late] = await claim();
    app.clock.advanceMs(leaseMs(context.config));
    const [holder] = await claim();
    if (!late || !holder) throw new Error('nothing was claimed');
    await recordResults(context, [await answered(late, 500)]);
    expect(await log()).toMatchObject([{ status: 'pending', attempt: 0 }]);
    await recordResults(context, [await answered(holder)]);
    await recordResults(context, [await answered(late, 500)]);
    expect(await log()).toMatchObject([{ status: 'succeeded', attempt: 1, response_code: 204 }]);
    app.clock.advanceMs(24 * 3_600_000);
    expect(await claim()).toEqual([]);
  });

  it('is due immediately when its deliverer returns it', async () => {
    await test();
    const [row] = await claim();
    if (!row) throw new Error('nothing was claimed');
    await recordResults(context, [{ row, attempt: undefined }]);
    expect(await log()).toMatchObject([{ status: 'pending', attempt: 0 }]);
    expect(await claim()).toMatchObject([{ delivery_id: row.delivery_id }]);
  });

  it('is not counted when its endpoint is deleted by then', async () => {
    await test();
    const [row] = await claim();
    if (!row) throw new Error('nothing was claimed');
    await app.as().remove({ id });
    await recordResults(context, [await answered(row, 500)]);
    app.clock.advanceMs(60_000);
    expect(await claim()).toEqual([]);
  });
});

describe('one endpoint', () => {
  it('has at most ten deliveries in flight across all workers', async () => {
    for (let n = 0; n < 25; n += 1) await test();
    const first = await claim();
    expect(first).toHaveLength(10);
    expect(await claim()).toEqual([]);
    await recordResults(context, await Promise.all(first.slice(0, 4).map((row) => answered(row))));
    expect(await claim()).toHaveLength(4);
    expect(await claim()).toEqual([]);
  });

  it('has at most ten deliveries after two concurrent claims', async () => {
    for (let n = 0; n < 25; n += 1) await test();
    const claims = await Promise.all([claim(), claim(), claim()]);
    expect(claims.flat()).toHaveLength(10);
  });

  it('pauses for 5 s after ten failures in a row, and is probed with one delivery', async () => {
    for (let n = 0; n < 25; n += 1) await test();
    const failed = await Promise.all((await claim()).map((row) => answered(row, 500)));
    await recordResults(context, failed);
    expect(await claim()).toEqual([]);
    app.clock.advanceMs(5_000);
    const [probe, ...others] = await claim();
    if (!probe) throw new Error('no probe');
    expect(others).toEqual([]);
    await recordResults(context, [await answered(probe)]);
    expect(await claim()).toHaveLength(10);
  });

  it('gets a replay one by one, beside new deliveries', async () => {
    const { event_id } = await test();
    for (let n = 0; n < 12; n += 1) await test();
    await recordResults(context, await Promise.all((await claim()).map((row) => answered(row))));
    await recordResults(context, await Promise.all((await claim()).map((row) => answered(row))));
    const { data } = await app.as().listEvents({ limit: 100 });
    await app.as().replay({ id, event_ids: data.map((event) => event.id) });
    for (let n = 0; n < 12; n += 1) await test();
    const rows = await claim();
    expect(rows.filter(({ in_order }) => in_order)).toHaveLength(10);
    expect(rows.filter(({ in_order }) => !in_order)).toHaveLength(9);
    expect(rows.map((row) => row.event_id)).toContain(event_id);
    expect(await claim()).toEqual([]);
    await recordResults(context, await Promise.all(rows.map((row) => answered(row))));
    expect((await claim()).filter(({ in_order }) => in_order)).toHaveLength(3);
  });
});

it('an endpoint enabled while a claim waits for its queue gets its pending deliveries', async () => {
  const { event_id } = await test();
  await recordResults(context, await Promise.all((await claim()).map((row) => answered(row))));
  await app.as().update({ id, status: 'disabled' });
  expect(await claim()).toEqual([]);
  app.clock.advanceMs(1_000);
  await app.as().replay({ id, event_ids: [event_id] });
  const owner = await app.running().owner.connect();
  await owner.query('begin');
  await owner.query('select from webhooks.endpoint_queue where endpoint_id = $1 for update', [id]);
  const waiting = claim();
  const waits =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await until(async () => (await app.sql(waits)).length === 1, {
    timeoutMs: 60_000,
    what: 'the claim to wait',
  });
  await owner.query("update webhooks.endpoint set status = 'active' where id = $1", [id]);
  await owner.query('update webhooks.endpoint_queue set due_at = $2 where endpoint_id = $1', [
    id,
    app.clock.now(),
  ]);
  await owner.query('commit');
  owner.release();
  const rows = [...(await waiting), ...(await claim())];
  expect(rows).toMatchObject([{ event_id, in_order: true }]);
});

it('many endpoints are served in turn, however much is pending for one', async () => {
  for (let n = 0; n < 30; n += 1) await test();
  app.clock.advanceMs(1);
  const others = await Promise.all(
    Array.from({ length: 5 }, async (_, n) => {
      const made = await app.as().create(wanting(`http://127.0.0.1:9/other/${n}`));
      await app.as().test({ id: made.id });
      return made.id;
    }),
  );
  const rows = await claim(60);
  expect(rows.filter((row) => row.endpoint_id === id)).toHaveLength(10);
  for (const other of others) {
    expect(rows.filter((row) => row.endpoint_id === other)).toHaveLength(1);
  }
});
