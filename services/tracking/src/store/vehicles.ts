import { type Kysely, sql } from 'kysely';
import type { Vehicle } from '../domain/crew.ts';
import type { Sighting } from '../domain/prediction.ts';
import { insertPapers, papersOf } from './papers.ts';
import type { Tables } from './schema.ts';

const selectVehicle = (db: Kysely<Tables>, tenant: string) =>
  db
    .selectFrom('vehicle')
    .selectAll('vehicle')
    .select(papersOf('vehicle').as('documents'))
    .where('vehicle.tenant_id', '=', tenant);

export const findVehicle = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<Vehicle | undefined> =>
  selectVehicle(db, tenant).where('vehicle.id', '=', id).executeTakeFirst();

/** Newest first. */
export const listVehicles = (
  db: Kysely<Tables>,
  tenant: string,
  page: { before: string | undefined; max: number },
): Promise<Vehicle[]> =>
  selectVehicle(db, tenant)
    .$if(page.before !== undefined, (all) => all.where('vehicle.id', '<', page.before ?? ''))
    .orderBy('vehicle.id', 'desc')
    .limit(page.max)
    .execute();

/** The unique index by which a concurrent twin is noticed; the action then looks again. */
export const registrationIndex = 'vehicle_registration';

export async function isRegistrationTaken(
  db: Kysely<Tables>,
  tenant: string,
  registration: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('vehicle')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where(
      sql`translate(registration, ' -', '')`,
      '=',
      sql`translate(${registration}::text, ' -', '')`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertVehicle(
  db: Kysely<Tables>,
  tenant: string,
  { id, registration, created_at, documents }: Vehicle,
): Promise<void> {
  const unseen = { last_position: null, last_seen_at: null };
  await db
    .insertInto('vehicle')
    .values({ tenant_id: tenant, id, registration, created_at, ...unseen })
    .execute();
  await insertPapers(db, tenant, { type: 'vehicle', id, documents });
}

/**
 * Where a vehicle was last seen, locked until the transaction ends. By id alone: the jobs it serves
 * are those of other tenants.
 */
export async function lockSighting(
  db: Kysely<Tables>,
  vehicleId: string,
): Promise<Sighting | null> {
  const row = await db
    .selectFrom('vehicle')
    .select(['last_position', 'last_seen_at'])
    .where('id', '=', vehicleId)
    .forUpdate()
    .executeTakeFirst();
  return row ? toSighting(row) : null;
}

export const toSighting = (row: {
  last_position: Sighting['position'] | null;
  last_seen_at: Date | null;
}): Sighting | null =>
  row.last_position && row.last_seen_at
    ? { position: row.last_position, at: row.last_seen_at }
    : null;

export async function saveSighting(
  db: Kysely<Tables>,
  vehicleId: string,
  { position, at }: Sighting,
): Promise<void> {
  await db
    .updateTable('vehicle')
    .set({ last_position: JSON.stringify(position), last_seen_at: at })
    .where('id', '=', vehicleId)
    .execute();
}
