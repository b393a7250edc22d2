import { orderTrip } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import {
  applyJobEvent,
  isRestocked,
  type OrderRecord,
  parseOrderIdentity,
  readyAt,
} from './order.ts';

const now = new Date('2026-11-02T08:00:00Z');
const trip = orderTrip.parse({
  pickup_site_id: 'ph-0',
  dropoff_site_id: 'cli-0',
  items: [{ item_code: 'A', quantity: 2 }],
});
const ready: OrderRecord = {
  tenant_id: 'ten_a',
  id: 'po_1',
  order_ref: 'RX-1',
  status: 'ready',
  trip,
  sealed_bag: 'BAG-1',
  job_id: 'job_1',
  ref: 'SVC-1',
  tracking_url: 'https://svc.example/t/1',
  ready_at: now,
  closed_at: null,
  created_at: now,
};

describe('an order that is ready', () => {
  it.each([
    ['pickup.completed', 'collected', false, false],
    ['delivery.completed', 'delivered', true, false],
    ['delivery.failed', 'failed', true, true],
    ['job.cancelled', 'cancelled', true, true],
    ['pickup.failed', 'ready', false, false],
    ['seal.broken', 'ready', false, false],
    ['job.updated', 'ready', false, false],
  ])('is after %s in the status %s', (type, status, ...[isClosed, isBack]) => {
    const order = applyJobEvent(ready, type, now);
    expect(order.status).toBe(status);
    expect(order.closed_at !== null).toBe(isClosed);
    expect(isRestocked(order)).toBe(isBack);
  });

  it('ignores events once it is closed', () => {
    const closed = applyJobEvent(ready, 'delivery.completed', now);
    expect(applyJobEvent(closed, 'delivery.failed', now)).toBe(closed);
  });
});

it.each([
  ['now, where nothing was announced', undefined, '2026-11-02T08:00:00.000Z'],
  ['now, where it was to be earlier', '2026-11-02T09:00:00+02:00', '2026-11-02T08:00:00.000Z'],
  ['as announced, where that is still to come', '2026-11-02T09:00:00Z', '2026-11-02T09:00:00.000Z'],
])('an order is packed in the case: %s', (_, ready_at, expected) => {
  expect(readyAt({ ...trip, ready_at }, now).toISOString()).toBe(expected);
});

it('the job of an order is known by its identity', () => {
  expect(parseOrderIdentity('order:po_1')).toBe('po_1');
  expect(parseOrderIdentity('route:rt_1:2027-01-04:1')).toBeUndefined();
  expect(parseOrderIdentity(null)).toBeUndefined();
});
