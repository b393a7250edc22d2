import type { InputOf, partner } from '@svc/contracts';
import type { Insertable, Kysely } from 'kysely';
import { existingRoute, type PlannedRoute } from '../domain/route.ts';
import type { Tables } from './schema.ts';

type Filter = InputOf<(typeof partner)['actions']['listRoutes']>;

const toRow = ({ plan, ...route }: PlannedRoute): Insertable<Tables['route']> => ({
  ...route,
  plan: JSON.stringify(plan),
});

export async function insertRoute(
  db: Kysely<Tables>,
  tenant: string,
  route: PlannedRoute,
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
): Promise<PlannedRoute> => existingRoute(await selectRoute(db, tenant, id).executeTakeFirst());

export const lockRoute = async (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<PlannedRoute> =>
  existingRoute(await selectRoute(db, tenant, id).forUpdate().executeTakeFirst());

/** Newest first: as many as the limit says and one, if there are more. */
export function listRoutes(
  db: Kysely<Tables>,
  tenant: string,
  { status, limit, starting_after }: Filter,
): Promise<PlannedRoute[]> {
  let routes = db
    .selectFrom('route')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (status !== undefined) routes = routes.where('status', '=', status);
  if (starting_after !== undefined) {
    routes = routes.where('id', '<', ({ selectFrom }) =>
      selectFrom('route as cursor')
        .select('cursor.id')
        .where('cursor.tenant_id', '=', tenant)
        .where('cursor.id', '=', starting_after),
    );
  }
  return routes.execute();
}

export async function saveRoute(
  db: Kysely<Tables>,
  tenant: string,
  { id, status, active_since, planned_until, plan_at }: PlannedRoute,
): Promise<void> {
  await db
    .updateTable('route')
    .set({ status, active_since, planned_until, plan_at })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}

/** Routes of all tenants whose next stops are to be made; those that a twin has are left to it. */
export const lockRoutesToPlan = (
  db: Kysely<Tables>,
  now: Date,
  batch: number,
): Promise<PlannedRoute[]> =>
  db
    .selectFrom('route')
    .selectAll()
    .where('status', '=', 'active')
    .where('plan_at', '<=', now)
    .orderBy('plan_at')
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
