import type { RouteRequest } from '@svc/contracts';
import { type Kysely, sql, type Updateable } from 'kysely';
import type { RouteStop, StopKey } from '../domain/route.ts';
import type { Tables } from './schema.ts';

export async function insertStops(
  db: Kysely<Tables>,
  tenant: string,
  stops: readonly RouteStop[],
): Promise<void> {
  if (stops.length === 0) return;
  await db
    .insertInto('route_stop')
    .values(stops.map((stop) => ({ ...stop, tenant_id: tenant })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const selectStop = (db: Kysely<Tables>, tenant: string, { route_id, run_on, stop }: StopKey) =>
  db
    .selectFrom('route_stop')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('route_id', '=', route_id)
    .where('run_on', '=', run_on)
    .where('stop', '=', stop);

export const lockStop = (db: Kysely<Tables>, tenant: string, key: StopKey) =>
  selectStop(db, tenant, key).forUpdate().executeTakeFirst();

type OwnStopKey = StopKey & { tenant_id: string };
type StopChange = Updateable<Tables['route_stop']>;

const updateStop = (
  db: Kysely<Tables>,
  { tenant_id, route_id, run_on, stop }: OwnStopKey,
  change: StopChange,
) =>
  db
    .updateTable('route_stop')
    .set(change)
    .where('tenant_id', '=', tenant_id)
    .where('route_id', '=', route_id)
    .where('run_on', '=', run_on)
    .where('stop', '=', stop);

export const saveStop = (db: Kysely<Tables>, key: OwnStopKey, change: StopChange) =>
  updateStop(db, key, change).execute();

/** Saves the result of a booking unless an event has advanced the stop already. */
export const saveBookingResult = (db: Kysely<Tables>, key: OwnStopKey, change: StopChange) =>
  updateStop(db, key, change).where('status', 'in', ['due', 'skipped']).execute();

export const listRunStops = (
  db: Kysely<Tables>,
  tenant: string,
  { route_id, run_on }: Pick<StopKey, 'route_id' | 'run_on'>,
): Promise<RouteStop[]> =>
  db
    .selectFrom('route_stop')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('route_id', '=', route_id)
    .where('run_on', '=', run_on)
    .orderBy('stop')
    .execute();

/** Newest first. */
export const listLatestStops = (
  db: Kysely<Tables>,
  tenant: string,
  { route_id, max }: { route_id: string; max: number },
): Promise<RouteStop[]> =>
  db
    .selectFrom('route_stop')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('route_id', '=', route_id)
    .orderBy('run_on', 'desc')
    .orderBy('stop')
    .limit(max)
    .execute();

export type DueStop = RouteStop & { plan: RouteRequest };

/** Locks due stops of all tenants; skips rows locked by other processes. */
export const lockDueStops = (db: Kysely<Tables>, now: Date, batch: number): Promise<DueStop[]> =>
  db
    .selectFrom('route_stop')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('route')
          .select('plan')
          .whereRef('route.tenant_id', '=', 'route_stop.tenant_id')
          .whereRef('route.id', '=', 'route_stop.route_id')
          .offset(sql.lit(0))
          .as('route'),
      (join) => join.onTrue(),
    )
    .selectAll('route_stop')
    .select('route.plan')
    .where('route_stop.status', '=', sql.lit('due'))
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(batch)
    .forUpdate('route_stop')
    .skipLocked()
    .execute();

/** Pause or end: due stops become skipped. Resume: skipped stops become due again. */
export async function changeWaitingStops(
  db: Kysely<Tables>,
  { tenant, route_id, now }: { tenant: string; route_id: string; now: Date },
  [from, to]: readonly ['due', 'skipped'] | readonly ['skipped', 'due'],
): Promise<void> {
  await db
    .updateTable('route_stop')
    .set({ status: to, next_attempt_at: now })
    .where('tenant_id', '=', tenant)
    .where('route_id', '=', route_id)
    .where('status', '=', from)
    .where('ends_at', '>', now)
    .execute();
}
