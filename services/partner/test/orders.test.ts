import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { orderOf, partnerTest } from './app.ts';
import type { JobEvent } from './neighbours.ts';

const app = partnerTest();

const quote = (fields = {}, tenant = app.tenant) => app.as(tenant).quote(orderOf(fields));
async function quoted(fields = {}) {
  const { order_id: id, options } = await quote(fields);
  return { id, quote_id: options[0]?.quote_id ?? '' };
}
const jobOf = (id: string) => id.replace('po_', 'job_');
const emitJobEvent = (type: JobEvent['type'], id: string, more: Partial<JobEvent> = {}) =>
  app.emitJobEvent({ type, job_id: jobOf(id), booking_identity: `order:${id}`, ...more });
const orderOnce = (id: string, status: string) =>
  app.once(`the order to be ${status}`, async () => {
    const order = await app.as().getOrder({ id });
    return order.status === status ? order : undefined;
  });

describe('a partner quote', () => {
  it('returns the options that reach the recipient, with their arrival', async () => {
    const at = '2026-11-02T09:00:00.000Z';
    expect(await quote({ ready_at: at })).toMatchObject({
      available: true,
      reason: null,
      items: [{ item_code: 'A1', requested: 2, available: null }],
      // An hour until it is packed, half an hour to the pharmacy, 14.5 km at 40 km/h.
      options: [{ sku: 'PHA-STD', total_cents: 14_375, eta_minutes: 60 + 30 + 22 }],
      expires_at: '2026-11-02T08:15:00.000Z',
    });
  });

  it('refuses a temperature profile that pricing does not know, and makes no order', async () => {
    const order_ref = 'RX-LAVA';
    const lava = orderOf({ order_ref, temperature_profile: 'lava' });
    expect(await app.call('quote', lava)).toEqual(refused('unknown_profile'));
    expect(await quote({ order_ref, temperature_profile: 'platelets' })).toMatchObject({
      available: true,
    });
  });

  it('is for one order also under ten concurrent requests', async () => {
    const quotes = await Promise.all(Array.from({ length: 10 }, () => quote()));
    expect(new Set(quotes.map(({ order_id }) => order_id)).size).toBe(1);
  });
});

describe('an order that is ready', () => {
  it('is booked once, with the trip that its option was quoted for', async () => {
    const { id, quote_id } = await quoted({ parcels: 2 });
    await quote({ dropoff_site_id: 'lab-0' });
    const ready = { id, sealed_bag: 'bag-1', quote_id, parcels: 2 };
    const orders = await Promise.all([1, 2, 3].map(() => app.as().ready(ready)));
    expect(new Set(orders.map(({ job_id }) => job_id)).size).toBe(1);
    expect(orders[0]).toMatchObject({
      status: 'ready',
      sealed_bag: 'BAG-1',
      dropoff_site_id: 'cli-0',
      ready_at: '2026-11-02T08:00:00.000Z',
    });
  });

  it('is sealed in one of two concurrent bags', async () => {
    const { id, quote_id } = await quoted();
    const bags = ['BAG-1', 'BAG-2'].map((sealed_bag) =>
      app.call('ready', { id, quote_id, sealed_bag }),
    );
    const replies = await Promise.all(bags);
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    expect(replies).toContainEqual(refused('already_ready'));
  });

  it('is found ready by its job when the booking process died before recording it', async () => {
    const { id, quote_id } = await quoted();
    await emitJobEvent('job.created', id, { seal: 'BAG-1' });
    expect(await orderOnce(id, 'ready')).toMatchObject({
      sealed_bag: 'BAG-1',
      job_id: jobOf(id),
      tracking_url: 'https://svc.example/t/told',
    });
    const ready = { id, quote_id, sealed_bag: 'BAG-1' };
    expect(await app.as().ready(ready)).toMatchObject({ job_id: jobOf(id) });
  });

  it('stays ready after its quote expired', async () => {
    const { id, quote_id } = await quoted();
    const ready = { id, quote_id, sealed_bag: 'BAG-1' };
    const first = await app.as().ready(ready);
    app.clock.advanceMs(16 * 60_000);
    expect(await app.as().ready(ready)).toEqual(first);
    app.clock.set('2026-11-02T08:00:00.000Z');
  });
});

describe('an order', () => {
  const happen = async (...types: JobEvent['type'][]) => {
    const { id } = await quoted();
    for (const type of ['job.created' as const, ...types])
      await emitJobEvent(type, id, { seal: 'BAG-1' });
    return id;
  };

  it.each([
    ['collected', ['pickup.completed']],
    ['delivered', ['pickup.completed', 'delivery.completed']],
    ['failed', ['pickup.completed', 'delivery.failed']],
    ['cancelled', ['job.cancelled']],
  ] as const)('follows its job until it is %s', async (status, types) => {
    const { closed_at } = await orderOnce(await happen(...types), status);
    expect(closed_at !== null).toBe(status !== 'collected');
  });

  it('emits partner_order.closed once when it was delivered', async () => {
    const id = await happen('pickup.completed', 'delivery.completed', 'delivery.completed');
    await orderOnce(id, 'delivered');
    const closed = (await app.outbox()).filter(({ data }) => data.order_id === id);
    expect(closed).toMatchObject([{ type: 'partner_order.closed', tenant_id: app.tenant }]);
  });
});
