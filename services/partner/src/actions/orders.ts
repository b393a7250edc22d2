import type { InputOf, partner } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { command, type PartnerClients, query } from '../define.ts';
import {
  existingOrder,
  markReady,
  type OrderRecord,
  orderIdentity,
  readyAt,
  requireSameBag,
  toOrderResource,
} from '../domain/order.ts';
import {
  findHeldQuote,
  getOrder as getStored,
  type HeldQuote,
  lockOrder,
  saveOrder,
} from '../store/orders.ts';
import { insertMovements } from '../store/stock.ts';

type Ready = InputOf<(typeof partner)['actions']['ready']>;

export const ready = command('ready', {
  /** Books the job, idempotent by the order's identity: a repeat after a crash gets the same job. */
  gather: async (input, { db, tenant, now, clients }) => {
    const order = await getStored(db, tenant, input.id);
    if (order.status !== 'quoted') {
      requireSameBag(order, input.sealed_bag);
      return undefined;
    }
    const { id: order_id } = order;
    const held = await findHeldQuote(db, tenant, { order_id, quote_id: input.quote_id });
    if (!held) throw new Refusal('quote_not_found', 'The order was not quoted with this option.');
    requireQuotedParcels(input, held);
    return { trip: held.trip, ...(await bookOrder(order, input, { held, now, clients })) };
  },
  handle: async ({ id, sealed_bag }, { db, tenant, gathered: booked }) => {
    const before = existingOrder(await lockOrder(db, tenant, id));
    const order = booked ? markReady(before, { ...booked, sealed_bag }) : before;
    requireSameBag(order, sealed_bag);
    if (order !== before && order.ready_at) {
      await saveOrder(db, tenant, order);
      await insertMovements(db, order, { kind: 'taken', at: order.ready_at });
    }
    return toOrderResource(order);
  },
});

export const getOrder = query('getOrder', async ({ id }, { db, tenant }) =>
  toOrderResource(await getStored(db, tenant, id)),
);

/** The price holds for as many parcels as were quoted. */
function requireQuotedParcels({ parcels }: Ready, { trip }: HeldQuote): void {
  if (parcels === undefined || parcels === trip.parcels) return;
  throw new Refusal('invalid_parcels', `${trip.parcels} parcels were quoted. Quote again.`);
}

interface BookingInputs {
  held: HeldQuote;
  now: Date;
  clients: PartnerClients;
}

async function bookOrder(
  { id, order_ref }: OrderRecord,
  { sealed_bag, quote_id }: Ready,
  { held, now, clients }: BookingInputs,
) {
  const { pickup_site_id, dropoff_site_id } = held.trip;
  const booking = {
    identity: orderIdentity(id),
    quote_id,
    pickup_site_id,
    dropoff_site_id,
    reference: order_ref,
    seal: sealed_bag,
    starts_at: readyAt(held.trip, now).toISOString(),
  };
  const { results } = await clients.jobs.bookBatch({ bookings: [booking] });
  const [result] = results;
  if (!result) throw new Error('a booking has a result');
  if (result.status === 'refused') throw new Refusal(result.code, result.detail);
  const { job_id, ref, tracking_url, starts_at, seal } = result;
  if (seal !== sealed_bag) {
    throw new Refusal('already_ready', `Order ${order_ref} is ready with another sealed bag.`);
  }
  return { job_id, ref, tracking_url, ready_at: new Date(starts_at) };
}
