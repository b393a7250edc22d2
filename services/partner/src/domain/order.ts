/** A pharmacy's order, from its first quote to the door or back. */
import type { OrderTrip, PartnerOrder } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

export interface Order {
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
export const identityOf = (orderId: string): string => `order:${orderId}`;
export const orderIdOf = (identity: string | null): string | undefined =>
  identity?.startsWith('order:') ? identity.slice('order:'.length) : undefined;

export function existingOrder(order: Order | undefined): Order {
  if (!order) throw new Refusal('order_not_found', 'No partner order with this id.');
  return order;
}

/** An order that is packed keeps its price. */
export function requireQuotable({ status, order_ref }: Order): void {
  if (status !== 'quoted') {
    throw new Refusal('already_ready', `Order ${order_ref} is ${status}; it is quoted no more.`);
  }
}

/** The same bag is the same order; another one is refused. */
export function requireSameBag({ status, sealed_bag, order_ref }: Order, bag: string): void {
  if (sealed_bag === bag) return;
  throw new Refusal('already_ready', `Order ${order_ref} is ${status} with another sealed bag.`);
}

interface Booked {
  trip: OrderTrip;
  sealed_bag: string;
  job_id: string;
  ref: string;
  tracking_url: string;
  ready_at: Date;
}

/** Ready means packed and booked; an order that went on meanwhile keeps what it has come to. */
export function markReady(order: Order, booked: Booked): Order {
  return order.status === 'quoted' ? { ...order, ...booked, status: 'ready' } : order;
}

/** The SLA counts from when the order is packed: now, unless a later time was announced. */
export const readyAt = ({ ready_at }: OrderTrip, now: Date): Date =>
  ready_at === undefined ? now : new Date(Math.max(Date.parse(ready_at), now.getTime()));

const outcomes = {
  'pickup.completed': 'collected',
  'delivery.completed': 'delivered',
  'delivery.failed': 'failed',
  'job.cancelled': 'cancelled',
} as const satisfies Record<string, PartnerOrder['status']>;

/** What happens to the job happens to the order; once it is closed, nothing does. */
export function follow(order: Order, type: string, at: Date): Order {
  const status = isOutcome(type) ? outcomes[type] : undefined;
  if (!status || order.closed_at) return order;
  return status === 'collected' ? { ...order, status } : { ...order, status, closed_at: at };
}

const isOutcome = (type: string): type is keyof typeof outcomes => Object.hasOwn(outcomes, type);

/** What did not reach the recipient goes back on the shelf. */
export const isRestocked = ({ status }: Order): boolean =>
  status === 'failed' || status === 'cancelled';

export const toOrderResource = (order: Order): PartnerOrder => ({
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
