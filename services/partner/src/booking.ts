/**
 * Books the stops of routes: makes the stops that come due, books them in batches, says which were
 * missed. Any number of processes may do it: stops are claimed, and jobs are booked once by identity.
 */
import type { BatchResult } from '@svc/contracts';
import { calendar } from './calendar.ts';
import type { BookerContext } from './define.ts';
import { missedOf, planStops, type RouteStop, stopIdentity } from './domain/route.ts';
import { lockRoutesToPlan, saveRoute } from './store/routes.ts';
import { type DueStop, insertStops, lockDueStops, saveStop, settleStop } from './store/stops.ts';

const routesMax = 50;
const stopsMax = 100;
/** Within it a claimed stop is booked, or its claimer is dead. */
const leaseMs = 2 * 60_000;
const retryMs = 10 * 60_000;
/** Word of a job that was booked may still be on its way. */
const graceMs = 5 * 60_000;

/** One batch; answers whether there may be more. */
export async function bookStops(context: BookerContext): Promise<boolean> {
  const planned = await planRoutes(context);
  const due = await claimStops(context);
  const byTenant = Map.groupBy(due, ({ tenant_id }) => tenant_id);
  for (const [tenant, stops] of byTenant) {
    // One tenant's fault keeps nobody else waiting; its stops come again when their lease is over.
    await bookFor(tenant, stops, context).catch((err: unknown) => {
      context.log.warn({ err, tenant_id: tenant }, 'stops of routes could not be booked');
    });
  }
  return planned === routesMax || due.length === stopsMax;
}

const planRoutes = ({ transaction }: BookerContext): Promise<number> =>
  transaction(async ({ db, now }) => {
    const routes = await lockRoutesToPlan(db, now, routesMax);
    for (const route of routes) {
      const { stops, ...progress } = planStops(route, now, calendar);
      const rows = stops.map(
        (stop): RouteStop => ({
          ...stop,
          tenant_id: route.tenant_id,
          route_id: route.id,
          status: 'due',
          reason: null,
          job_id: null,
          ref: null,
          next_try_at: now,
        }),
      );
      await insertStops(db, route.tenant_id, rows);
      await saveRoute(db, route.tenant_id, { ...route, ...progress });
    }
    return routes.length;
  });

/** Those whose window is over are missed, and that is told; the others are the claimer's for a while. */
const claimStops = ({ transaction, log }: BookerContext): Promise<DueStop[]> =>
  transaction(async ({ db, now, emit }) => {
    const found = await lockDueStops(db, now, stopsMax);
    const claimed: DueStop[] = [];
    for (const stop of found) {
      const isOver = stop.ends_at <= now;
      if (isOver && stop.ends_at.getTime() + graceMs <= now.getTime()) {
        const reason = stop.reason ?? 'window_over';
        await saveStop(db, stop, { status: 'missed', reason });
        emit('pickup.missed', missedOf(stop, reason), {}, { tenant: stop.tenant_id });
        log.warn({ route_id: stop.route_id, run_on: stop.run_on, reason }, 'a pickup was missed');
      } else {
        const pauseMs = isOver ? graceMs : leaseMs;
        await saveStop(db, stop, { next_try_at: new Date(now.getTime() + pauseMs) });
        if (!isOver) claimed.push(stop);
      }
    }
    return claimed;
  });

async function bookFor(
  tenant: string,
  stops: readonly DueStop[],
  { clientsOf, transaction }: BookerContext,
): Promise<void> {
  const bookings = stops.map((stop) => ({
    identity: stopIdentity(stop),
    sku: stop.plan.sku,
    pickup_site_id: stop.site_id,
    dropoff_site_id: stop.plan.dropoff_site_id,
    ...(stop.plan.cost_centre !== null && { cost_centre: stop.plan.cost_centre }),
    reference: stop.plan.name,
    metadata: { route_id: stop.route_id, run_on: stop.run_on, window: stop.window },
    starts_at: stop.ends_at.toISOString(),
  }));
  const { results } = await clientsOf(tenant).jobs.bookBatch({ bookings });
  await transaction(async ({ db, now }) => {
    for (const [index, stop] of stops.entries()) {
      const result = results[index];
      if (result) await settleStop(db, stop, changeBy(result, now));
    }
  });
}

/** What was refused is tried again: a site or a price may come back before the window is over. */
const changeBy = (result: BatchResult, now: Date) =>
  result.status === 'refused'
    ? { reason: result.code, next_try_at: new Date(now.getTime() + retryMs) }
    : { status: 'booked' as const, reason: null, job_id: result.job_id, ref: result.ref };
