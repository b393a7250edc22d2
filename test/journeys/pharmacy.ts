import { job, partnerOrder, partnerQuote, stockFeed } from '@svc/contracts';
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import { assign, type Desk, deskOf, noProof } from './desk.ts';
import { eventsOf } from './events.ts';
import { resource } from './http.ts';
import type { Tenant } from './tenants.ts';
import type { Given, World } from './world.ts';

const itemCode = '700123';
const bag = 'SL-4711';

/** A pharmacy that has five of an item, and hands over without proof. */
async function newPharmacy(tenant: Tenant): Promise<void> {
  const requirements = { 'PHA-STD': noProof };
  const policies = { default_cost_centre: 'CC-PHARMACY', requirements };
  await tenant.send('PUT /policies', { body: policies });
  const csv = `item_code,quantity,updated_at\n${itemCode},5,2026-01-01T00:00:00Z\n`;
  const line = `POST /partner/stock-feed?site_id=${tenant.pickup}&mode=full` as const;
  const headers = { 'content-type': 'text/csv' };
  const fed = resource(await tenant.send(line, { raw: csv, headers }), 202, stockFeed);
  expect(fed).toMatchObject({ accepted: 1, rejected: 0, errors: [] });
}

async function quote({ send, pickup, dropoff }: Tenant, order_ref: string, quantity = 2) {
  const items = [{ item_code: itemCode, quantity }];
  const trip = { pickup_site_id: pickup, dropoff_site_id: dropoff, items };
  const answer = await send('POST /partner/quotes', { body: { order_ref, ...trip } });
  return resource(answer, 201, partnerQuote);
}

/** How many a quote says there are. */
const inStock = async (tenant: Tenant) =>
  (await quote(tenant, 'RX-ASKING')).items.map(({ available }) => available);

async function readyOrder(tenant: Tenant) {
  const { order_id, options } = await quote(tenant, 'RX-1');
  const usual = options.find(({ sku, priority }) => sku === 'PHA-STD' && priority === 'same_day');
  const body = { sealed_bag: bag.toLowerCase(), parcels: 1, quote_id: usual?.quote_id };
  const send = () => tenant.send(`POST /partner/orders/${order_id}/ready`, { body });
  const order = resource(await send(), 200, partnerOrder);
  expect(resource(await send(), 200, partnerOrder)).toEqual(order);
  return { order, price: usual };
}

const orderOnce = ({ send }: Tenant, id: string, status: string) =>
  until(
    async () => {
      const order = resource(await send(`GET /partner/orders/${id}`), 200, partnerOrder);
      return order.status === status ? order : undefined;
    },
    { timeoutMs: 60_000, what: `order ${id} to be ${status}` },
  );

async function collect(desk: Desk, id: string, seal = bag): Promise<void> {
  await assign(desk, id);
  const box = { parcels_scanned: 1, box_temperature_c: 5 };
  await desk.jobs.reachMilestone({ id, type: 'collect', seal, ...box });
}

/** From quote to closing; answers the id of the order. */
export async function deliveredOrder({ stage }: World, tenant: Tenant): Promise<string> {
  const desk = deskOf(stage);
  await newPharmacy(tenant);
  const { order } = await readyOrder(tenant);
  const id = order.job_id ?? '';
  await collect(desk, id);
  await desk.jobs.reachMilestone({ id, type: 'deliver', seal: bag, recipient: 'Naledi' });
  await orderOnce(tenant, order.id, 'delivered');
  return order.id;
}

export function pharmacyJourneys(given: Given): void {
  it("a pharmacy's order is quoted, packed, delivered and closed", async () => {
    const world = given();
    const tenant = await world.tenant();
    const desk = deskOf(world.stage);
    await newPharmacy(tenant);
    expect(await inStock(tenant)).toEqual([5]);
    const { order, price } = await readyOrder(tenant);
    expect(order).toMatchObject({ status: 'ready', sealed_bag: bag, order_ref: 'RX-1' });
    const id = order.job_id ?? '';
    expect(resource(await tenant.send(`GET /jobs/${id}`), 200, job)).toMatchObject({
      sku: price?.sku,
      ref: order.ref,
      reference: 'RX-1',
      seal: bag,
      cost_centre: 'CC-PHARMACY',
      tracking_url: order.tracking_url,
    });
    expect(await inStock(tenant)).toEqual([3]);

    await collect(desk, id);
    await orderOnce(tenant, order.id, 'collected');
    await desk.jobs.reachMilestone({ id, type: 'deliver', seal: bag, recipient: 'Naledi' });
    const closed = await orderOnce(tenant, order.id, 'delivered');
    expect(closed.closed_at).not.toBeNull();
    const events = (await eventsOf(world.stage, tenant.id)).filter(
      ({ type }) => type === 'partner_order.closed',
    );
    const { delivered_at } = resource(await tenant.send(`GET /jobs/${id}`), 200, job);
    expect(events).toMatchObject([
      { job_id: id, data: { order_id: order.id, order_ref: 'RX-1', job_id: id, delivered_at } },
    ]);
    expect(await inStock(tenant)).toEqual([3]);
  });

  it('what cannot be handed over goes back on the shelf', async () => {
    const world = given();
    const tenant = await world.tenant();
    const desk = deskOf(world.stage);
    await newPharmacy(tenant);
    const { order } = await readyOrder(tenant);
    const id = order.job_id ?? '';
    await collect(desk, id);
    await desk.jobs.reachMilestone({ id, type: 'delivery_failed', reason: 'Nobody there' });
    await orderOnce(tenant, order.id, 'failed');
    expect(await inStock(tenant)).toEqual([5]);
    const types = (await eventsOf(world.stage, tenant.id)).map(({ type }) => type);
    expect(types).not.toContain('partner_order.closed');
  });

  it('another bag than the one announced is not collected', async () => {
    const world = given();
    const tenant = await world.tenant();
    await newPharmacy(tenant);
    const { order } = await readyOrder(tenant);
    const id = order.job_id ?? '';
    await collect(deskOf(world.stage), id, 'SL-OTHER');
    expect(resource(await tenant.send(`GET /jobs/${id}`), 200, job).status).toBe('exception');
    await tenant.send(`POST /jobs/${id}/cancel`, { body: { reason: 'Wrong bag' } });
    await orderOnce(tenant, order.id, 'cancelled');
    expect(await inStock(tenant)).toEqual([5]);
  });
}
