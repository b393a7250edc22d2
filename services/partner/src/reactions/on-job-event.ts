import { type Envelope, jobSnapshot, jobsEvents } from '@svc/contracts';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { onAny } from '../define.ts';
import {
  applyJobEvent,
  isRestocked,
  markReady,
  type OrderRecord,
  parseOrderIdentity,
} from '../domain/order.ts';
import { parseStopIdentity, type RouteStop, type StopKey } from '../domain/route.ts';
import { insertCollection } from '../store/manifests.ts';
import { lockOrder, saveOrder } from '../store/orders.ts';
import { insertMovements } from '../store/stock.ts';
import { lockStop, saveStop } from '../store/stops.ts';
import { reconcileManifests } from '../workflows/reconcile-manifests.ts';

const eventInternals = z.object({
  job: jobSnapshot.pick({
    ref: true,
    booking_identity: true,
    starts_at: true,
    tracking_token: true,
  }),
  custody: z.object({ seal: z.string().nullable() }).nullish(),
  barcodes: z.array(z.string()).optional(),
});
type EventInternals = z.infer<typeof eventInternals>;
type Context = Parameters<Parameters<typeof onAny>[1]>[1];

/** Applies job events to orders and route stops; records collections for manifests. */
export const onJobEvent = onAny('jobs', async (event, context) => {
  if (event.job_id === '') return;
  const internals = eventInternals.parse(event.internals);
  const order = parseOrderIdentity(internals.job.booking_identity);
  if (order !== undefined) await updateOrder(order, { event, internals }, context);
  const stop = parseStopIdentity(internals.job.booking_identity);
  if (event.type === 'pickup.completed') await recordCollection(event, internals, context);
  if (stop) await updateStop(stop, { event, internals }, context);
  if (event.type === 'pickup.completed')
    await reconcileManifests(context, { job_id: event.job_id });
});

interface JobEvent {
  event: Envelope;
  internals: EventInternals;
}

async function updateOrder(id: string, { event, internals }: JobEvent, context: Context) {
  const { db, tenant, emit, config } = context;
  const before = await lockOrder(db, tenant, id);
  if (!before) return;
  const at = new Date(event.created_at);
  const order =
    event.type === 'job.created'
      ? bookedOrder(before, { event, internals }, config)
      : applyJobEvent(before, event.type, at);
  if (order === before) return;
  await saveOrder(db, tenant, order);
  if (event.type === 'job.created' && order.ready_at) {
    await insertMovements(db, order, { kind: 'taken', at: order.ready_at });
  }
  if (isRestocked(order)) await insertMovements(db, order, { kind: 'returned', at });
  if (order.status !== 'delivered' || order.job_id === null) return;
  const { order_ref, job_id } = order;
  const { delivered_at } = jobsEvents['delivery.completed'].data.parse(event.data);
  const closed = { order_id: id, order_ref, job_id, delivered_at };
  emit('partner_order.closed', closed, {}, { jobId: job_id });
}

/** Crash recovery: the order of a job whose booking process died before it saved the order. */
const bookedOrder = (
  order: OrderRecord,
  { event, internals }: JobEvent,
  config: Config,
): OrderRecord =>
  markReady(order, {
    trip: order.trip,
    sealed_bag: internals.custody?.seal ?? '',
    job_id: event.job_id,
    ref: internals.job.ref,
    tracking_url: `${config.SVC_PUBLIC_URL}/t/${internals.job.tracking_token}`,
    ready_at: new Date(internals.job.starts_at ?? event.created_at),
  });

async function recordCollection(
  event: Envelope,
  { barcodes }: EventInternals,
  { db, tenant }: Context,
) {
  const { parcels_scanned } = jobsEvents['pickup.completed'].data.parse(event.data);
  const collected_at = new Date(event.created_at);
  const scan = { parcels_scanned, barcodes: barcodes ?? null };
  await insertCollection(db, tenant, { job_id: event.job_id, collected_at, ...scan });
}

const stopStatusByEvent: Readonly<Record<string, RouteStop['status']>> = {
  'job.created': 'booked',
  'pickup.completed': 'collected',
  'pickup.failed': 'not_collected',
  'job.cancelled': 'not_collected',
};

async function updateStop(key: StopKey, { event, internals }: JobEvent, context: Context) {
  const status = stopStatusByEvent[event.type];
  if (!status) return;
  const { db, tenant } = context;
  const before = await lockStop(db, tenant, key);
  if (!before || before.status === 'collected') return;
  const change = { status, reason: null, job_id: event.job_id, ref: internals.job.ref };
  await saveStop(db, { tenant_id: tenant, ...key }, change);
  const { route_id, run_on } = key;
  if (status !== 'booked') await reconcileManifests(context, { route_id, run_on });
}
