/**
 * Booking of route stops: plans due stops, books them in batches, emits those that were missed. Safe in
 * several processes: stops are claimed by lease, and jobs are idempotent by identity.
 */
import type { BatchResult } from '@svc/contracts';
import { calendarOf } from '../adapters/calendar.ts';
import type { PartnerWorkerContext } from '../define.ts';
import { planStops, type RouteStop, stopIdentity, toMissedPickup } from '../domain/route.ts';
import { lockRoutesToPlan, saveRoute } from '../store/routes.ts';
import {
  type DueStop,
  insertStops,
  lockDueStops,
  saveBookingResult,
  saveStop,
} from '../store/stops.ts';

const routesMax = 50;
const stopsMax = 100;
/** Lease of a claimed stop, ms; after a crash it is booked by another process. */
const leaseMs = 2 * 60_000;
const retryMs = 10 * 60_000;
/** The event of a booked job may still be in transit. */
const graceMs = 5 * 60_000;

/** One batch; true when more may be due. */
export async function bookRouteStops(context: PartnerWorkerContext): Promise<boolean> {
  const planned = await planRoutes(context);
  const due = await claimStops(context);
  const byTenant = Map.groupBy(due, ({ tenant_id }) => tenant_id);
  for (const [tenant, stops] of byTenant) {
    // Isolation: a failing tenant does not block the others; its stops are retried after the lease.
    await bookTenantStops(tenant, stops, context).catch((err: unknown) => {
      context.log.warn({ err, tenant_id: tenant }, 'booking route stops failed; will retry');
    });
  }
  return planned === routesMax || due.length === stopsMax;
}

const planRoutes = ({ transaction, config }: PartnerWorkerContext): Promise<number> =>
  transaction(async ({ db, now }) => {
    const routes = await lockRoutesToPlan(db, now, routesMax);
    for (const route of routes) {
      const { stops, ...progress } = planStops(route, now, calendarOf(config.SVC_PUBLIC_HOLIDAYS));
      const rows = stops.map(
        (stop): RouteStop => ({
          ...stop,
          tenant_id: route.tenant_id,
          route_id: route.id,
          status: 'due',
          reason: null,
          job_id: null,
          ref: null,
          next_attempt_at: now,
        }),
      );
      await insertStops(db, route.tenant_id, rows);
      await saveRoute(db, route.tenant_id, { ...route, ...progress });
    }
    return routes.length;
  });

/** Marks stops past their window and grace period as missed; leases the others to the caller. */
const claimStops = ({ transaction, log }: PartnerWorkerContext): Promise<DueStop[]> =>
  transaction(async ({ db, now, emit }) => {
    const found = await lockDueStops(db, now, stopsMax);
    const claimed: DueStop[] = [];
    for (const stop of found) {
      const isOver = stop.ends_at <= now;
      if (isOver && stop.ends_at.getTime() + graceMs <= now.getTime()) {
        const reason = stop.reason ?? 'window_over';
        await saveStop(db, stop, { status: 'missed', reason });
        emit('pickup.missed', toMissedPickup(stop, reason), {}, { tenant: stop.tenant_id });
        log.warn({ route_id: stop.route_id, run_on: stop.run_on, reason }, 'pickup missed');
      } else {
        const pauseMs = isOver ? graceMs : leaseMs;
        await saveStop(db, stop, { next_attempt_at: new Date(now.getTime() + pauseMs) });
        if (!isOver) claimed.push(stop);
      }
    }
    return claimed;
  });

async function bookTenantStops(
  tenant: string,
  stops: readonly DueStop[],
  { clientsOf, transaction }: PartnerWorkerContext,
): Promise<void> {
  const bookings = stops.map((stop) => ({
    identity: stopIdentity(stop),
    sku: stop.plan.sku,
    pickup_site_id: stop.site_id,
    dropoff_site_id: stop.plan.dropoff_site_id,
    ...(stop.plan.cost_centre !== null && { cost_centre: stop.plan.cost_centre }),
    temperature_profile: stop.plan.temperature_profile ?? undefined,
    dry_ice_kg: stop.plan.dry_ice_kg ?? undefined,
    reference: stop.plan.name,
    metadata: { route_id: stop.route_id, run_on: stop.run_on, window: stop.window },
    starts_at: stop.ends_at.toISOString(),
  }));
  const { results } = await clientsOf(tenant).jobs.bookBatch({ bookings });
  await transaction(async ({ db, now }) => {
    for (const [index, stop] of stops.entries()) {
      const result = results[index];
      if (result) await saveBookingResult(db, stop, stopChange(result, now));
    }
  });
}

/** Refused bookings are retried until the window ends: a site or price may become available. */
const stopChange = (result: BatchResult, now: Date) =>
  result.status === 'refused'
    ? { reason: result.code, next_attempt_at: new Date(now.getTime() + retryMs) }
    : { status: 'booked' as const, reason: null, job_id: result.job_id, ref: result.ref };
