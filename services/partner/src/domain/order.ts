/** A pharmacy's order, from its first quote to the door or back. */
import type { OrderTrip, PartnerOrder } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

export interface OrderRecord {
  tenant_id: string;
  id: string;
  order_ref: string;
  status: PartnerOrder['status'];
  trip: OrderTrip;
  sealed_bag: string | null;
  job_id: string | null;
  ref: string | null;
  tracking_url: string | null;
  ready_at: Date | null;
  closed_at: Date | null;
  created_at: Date;
}

/** The job of an order is booked under this identity, once. */
export const orderIdentity = (orderId: string): string => `order:${orderId}`;
export const parseOrderIdentity = (identity: string | null): string | undefined =>
  identity?.startsWith('order:') ? identity.slice('order:'.length) : undefined;

export function existingOrder(order: OrderRecord | undefined): OrderRecord {
  if (!order) throw new Refusal('order_not_found', 'No partner order with this id.');
  return order;
}

/** An order that is packed keeps its price. */
export function requireQuotable({ status, order_ref }: OrderRecord): void {
  if (status !== 'quoted') {
    throw new Refusal('already_ready', `Order ${order_ref} is ${status}; it is quoted no more.`);
  }
}

/** The same bag is the same order; another one is refused. */
export function requireSameBag({ status, sealed_bag, order_ref }: OrderRecord, bag: string): void {
  if (sealed_bag === bag) return;
  throw new Refusal('already_ready', `Order ${order_ref} is ${status} with another sealed bag.`);
}

interface BookedOrder {
  trip: OrderTrip;
  sealed_bag: string;
  job_id: string;
  ref: string;
  tracking_url: string;
  ready_at: Date;
}

/** quoted → ready (packed and booked); any later status is kept. */
export function markReady(order: OrderRecord, booked: BookedOrder): OrderRecord {
  return order.status === 'quoted' ? { ...order, ...booked, status: 'ready' } : order;
}

/** The SLA counts from when the order is packed: now, unless a later time was announced. */
export const readyAt = ({ ready_at }: OrderTrip, now: Date): Date =>
  ready_at === undefined ? now : new Date(Math.max(Date.parse(ready_at), now.getTime()));

const statusByEvent = {
  'pickup.completed': 'collected',
  'delivery.completed': 'delivered',
  'delivery.failed': 'failed',
  'job.cancelled': 'cancelled',
} as const satisfies Record<string, PartnerOrder['status']>;

/** Maps an event of the job to the order's status; a closed order does not change. */
export function applyJobEvent(order: OrderRecord, type: string, at: Date): OrderRecord {
  const status = isStatusEvent(type) ? statusByEvent[type] : undefined;
  if (!status || order.closed_at) return order;
  return status === 'collected' ? { ...order, status } : { ...order, status, closed_at: at };
}

const isStatusEvent = (type: string): type is keyof typeof statusByEvent =>
  Object.hasOwn(statusByEvent, type);

/** Items of an undelivered order return to stock. */
export const isRestocked = ({ status }: OrderRecord): boolean =>
  status === 'failed' || status === 'cancelled';

export const toOrderResource = (order: OrderRecord): PartnerOrder => ({
  object: 'partner_order',
  id: order.id,
  order_ref: order.order_ref,
  status: order.status,
  sealed_bag: order.sealed_bag,
  job_id: order.job_id,
  ref: order.ref,
  tracking_url: order.tracking_url,
  ready_at: order.ready_at?.toISOString() ?? null,
  closed_at: order.closed_at?.toISOString() ?? null,
  pickup_site_id: order.trip.pickup_site_id,
  dropoff_site_id: order.trip.dropoff_site_id,
  items: order.trip.items,
  created_at: order.created_at.toISOString(),
});
