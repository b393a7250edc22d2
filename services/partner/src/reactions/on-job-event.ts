import { type Envelope, jobEvents, jobFacts } from '@svc/contracts';
import { z } from 'zod';
import { compareCollected } from '../comparing.ts';
import type { Config } from '../config.ts';
import { onAny } from '../define.ts';
import { follow, isRestocked, markReady, type Order, orderIdOf } from '../domain/order.ts';
import { type RouteStop, type StopKey, stopOf } from '../domain/route.ts';
import { insertCollection } from '../store/manifests.ts';
import { lockOrder, saveOrder } from '../store/orders.ts';
import { insertMovements } from '../store/stock.ts';
import { lockStop, saveStop } from '../store/stops.ts';

const told = z.object({
  job: jobFacts.pick({ ref: true, booked_as: true, starts_at: true, tracking_token: true }),
  custody: z.object({ seal: z.string().nullable() }).nullish(),
  barcodes: z.array(z.string()).optional(),
});
type Told = z.infer<typeof told>;
type Context = Parameters<Parameters<typeof onAny>[1]>[1];

/** Orders and stops follow their jobs; every collection is remembered for its manifests. */
export const onJobEvent = onAny('jobs', async (event, context) => {
  const facts = told.parse(event.facts);
  const order = orderIdOf(facts.job.booked_as);
  if (order !== undefined) await followOrder(order, { event, facts }, context);
  const stop = stopOf(facts.job.booked_as);
  if (event.type === 'pickup.completed') await rememberScan(event, facts, context);
  if (stop) await followStop(stop, { event, facts }, context);
  if (event.type === 'pickup.completed') await compareCollected(context, { job_id: event.job_id });
});

interface Happening {
  event: Envelope;
  facts: Told;
}

async function followOrder(id: string, { event, facts }: Happening, context: Context) {
  const { db, tenant, emit, config } = context;
  const before = await lockOrder(db, tenant, id);
  if (!before) return;
  const at = new Date(event.created_at);
  const order =
    event.type === 'job.created'
      ? bookedOrder(before, { event, facts }, config)
      : follow(before, event.type, at);
  if (order === before) return;
  await saveOrder(db, tenant, order);
  if (event.type === 'job.created' && order.ready_at) {
    await insertMovements(db, order, { kind: 'taken', at: order.ready_at });
  }
  if (isRestocked(order)) await insertMovements(db, order, { kind: 'returned', at });
  if (order.status !== 'delivered' || order.job_id === null) return;
  const { order_ref, job_id } = order;
  const { delivered_at } = jobEvents['delivery.completed'].data.parse(event.data);
  const closed = { order_id: id, order_ref, job_id, delivered_at };
  emit('partner_order.closed', closed, {}, { jobId: job_id });
}

/** Whoever booked the order's job may have died before it could say so. */
const bookedOrder = (order: Order, { event, facts }: Happening, config: Config): Order =>
  markReady(order, {
    trip: order.trip,
    sealed_bag: facts.custody?.seal ?? '',
    job_id: event.job_id,
    ref: facts.job.ref,
    tracking_url: `${config.SVC_PUBLIC_URL}/t/${facts.job.tracking_token}`,
    ready_at: new Date(facts.job.starts_at ?? event.created_at),
  });

async function rememberScan(event: Envelope, { barcodes }: Told, { db, tenant }: Context) {
  const { parcels_scanned } = jobEvents['pickup.completed'].data.parse(event.data);
  const collected_at = new Date(event.created_at);
  const scan = { parcels_scanned, barcodes: barcodes ?? null };
  await insertCollection(db, tenant, { job_id: event.job_id, collected_at, ...scan });
}

const stopOutcomes: Readonly<Record<string, RouteStop['status']>> = {
  'job.created': 'booked',
  'pickup.completed': 'collected',
  'pickup.failed': 'not_collected',
  'job.cancelled': 'not_collected',
};

async function followStop(key: StopKey, { event, facts }: Happening, context: Context) {
  const status = stopOutcomes[event.type];
  if (!status) return;
  const { db, tenant } = context;
  const before = await lockStop(db, tenant, key);
  if (!before || before.status === 'collected') return;
  const change = { status, reason: null, job_id: event.job_id, ref: facts.job.ref };
  await saveStop(db, { tenant_id: tenant, ...key }, change);
  const { route_id, run_on } = key;
  if (status !== 'booked') await compareCollected(context, { route_id, run_on });
}
