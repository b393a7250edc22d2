import type { InputOf, partner } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import { type Insertable, type Kysely, sql } from 'kysely';
import { existingRoute, type RouteRecord } from '../domain/route.ts';
import type { Tables } from './schema.ts';

type Filter = InputOf<(typeof partner)['actions']['listRoutes']>;

const toRow = ({ plan, ...route }: RouteRecord): Insertable<Tables['route']> => ({
  ...route,
  plan: JSON.stringify(plan),
});

export async function insertRoute(
  db: Kysely<Tables>,
  tenant: string,
  route: RouteRecord,
): Promise<void> {
  await db
    .insertInto('route')
    .values(toRow({ ...route, tenant_id: tenant }))
    .execute();
}

const selectRoute = (db: Kysely<Tables>, tenant: string, id: string) =>
  db.selectFrom('route').selectAll().where('tenant_id', '=', tenant).where('id', '=', id);

export const getRoute = async (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<RouteRecord> => existingRoute(await selectRoute(db, tenant, id).executeTakeFirst());

export const lockRoute = async (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<RouteRecord> =>
  existingRoute(await selectRoute(db, tenant, id).forUpdate().executeTakeFirst());

/** Newest first; up to limit + 1 rows, so that `has_more` is known. */
export async function listRoutes(
  db: Kysely<Tables>,
  tenant: string,
  { status, limit, starting_after }: Filter,
): Promise<RouteRecord[]> {
  const own = db.selectFrom('route').where('tenant_id', '=', tenant);
  await requireCursor({ starting_after }, (id) => own.select('id').where('id', '=', id));
  let routes = own
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (status !== undefined) routes = routes.where('status', '=', status);
  if (starting_after !== undefined) {
    routes = routes.where('id', '<', starting_after);
  }
  return routes.execute();
}

export async function saveRoute(
  db: Kysely<Tables>,
  tenant: string,
  { id, status, active_since, planned_until, plan_at }: RouteRecord,
): Promise<void> {
  await db
    .updateTable('route')
    .set({ status, active_since, planned_until, plan_at })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}

/** Locks routes of all tenants that are due for planning; skips rows locked by other processes. */
export const lockRoutesToPlan = (
  db: Kysely<Tables>,
  now: Date,
  batch: number,
): Promise<RouteRecord[]> =>
  db
    .selectFrom('route')
    .selectAll()
    .where('status', '=', sql.lit('active'))
    .where('plan_at', '<=', now)
    .orderBy('plan_at')
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
