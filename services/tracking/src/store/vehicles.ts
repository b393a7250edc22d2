import type { FleetStatus, Position } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { Sighting } from '../domain/prediction.ts';
import type { VehicleRecord } from '../domain/vehicle.ts';
import { documentsOf, insertDocuments } from './compliance-documents.ts';
import type { Tables } from './schema.ts';

/** Newest position: from a courier's milestone, or from later telemetry. */
const lastPosition = sql<Position | null>`coalesce(
  (select json_build_object('lat', lat_e6 / 1e6::float8, 'lng', lng_e6 / 1e6::float8)
     from feed
    where feed.vehicle_id = vehicle.id
      and seen_at > coalesce(vehicle.last_seen_at, '-infinity')
    order by seen_at desc limit 1),
  vehicle.last_position)`;

const barePlate = (plate: unknown) => sql<string>`translate(${plate}::text, ' -', '')`;

const selectVehicle = (db: Kysely<Tables>, tenant: string) =>
  db
    .selectFrom('vehicle')
    .select(['vehicle.id', 'registration', 'last_seen_at', 'created_at'])
    .select(['base', 'capacity', 'hub_site_id', 'retired_at'])
    .select(lastPosition.as('last_position'))
    .select(documentsOf('vehicle').as('documents'))
    .where('vehicle.tenant_id', '=', tenant);

export const findVehicle = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<VehicleRecord | undefined> =>
  selectVehicle(db, tenant).where('vehicle.id', '=', id).executeTakeFirst();

/** By its plate, with or without spaces and hyphens. */
export const findVehicleByPlate = (
  db: Kysely<Tables>,
  tenant: string,
  plate: string,
): Promise<VehicleRecord | undefined> =>
  selectVehicle(db, tenant)
    .where(barePlate(sql.ref('registration')), '=', barePlate(plate.toUpperCase()))
    .executeTakeFirst();

/** Locks the vehicle until the transaction ends. */
export const lockVehicle = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<VehicleRecord | undefined> =>
  selectVehicle(db, tenant).where('vehicle.id', '=', id).forUpdate('vehicle').executeTakeFirst();

/** Newest first; of both statuses unless one is wanted. */
export async function listVehicles(
  db: Kysely<Tables>,
  tenant: string,
  page: { before: string | undefined; max: number; status?: FleetStatus | undefined },
): Promise<VehicleRecord[]> {
  await requireCursor({ starting_after: page.before }, (id) =>
    db.selectFrom('vehicle').select('id').where('tenant_id', '=', tenant).where('id', '=', id),
  );
  return selectVehicle(db, tenant)
    .$if(page.status === 'active', (all) => all.where('retired_at', 'is', null))
    .$if(page.status === 'retired', (all) => all.where('retired_at', 'is not', null))
    .$if(page.before !== undefined, (all) => all.where('vehicle.id', '<', page.before ?? ''))
    .orderBy('vehicle.id', 'desc')
    .limit(page.max)
    .execute();
}

/** The unique index by which a concurrent twin is noticed; the action then looks again. */
export const registrationIndex = 'vehicle_registration';

/** By another vehicle, retired ones too: readings may still name its plate. */
export async function isRegistrationTaken(
  db: Kysely<Tables>,
  tenant: string,
  { id, registration }: Pick<VehicleRecord, 'id' | 'registration'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('vehicle')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '<>', id)
    .where(barePlate(sql.ref('registration')), '=', barePlate(registration))
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertVehicle(
  db: Kysely<Tables>,
  tenant: string,
  { documents, ...vehicle }: VehicleRecord,
): Promise<void> {
  await db
    .insertInto('vehicle')
    .values({ tenant_id: tenant, ...vehicle, ...textOf(vehicle), last_position: null })
    .execute();
  await insertDocuments(db, tenant, { type: 'vehicle', id: vehicle.id, documents });
}

const textOf = ({ base, capacity }: Pick<VehicleRecord, 'base' | 'capacity'>) => ({
  base: base && JSON.stringify(base),
  capacity: JSON.stringify(capacity),
});

/** Its feeds compare plates with their copy. Writes no position: telemetry does meanwhile. */
export async function saveVehicle(
  db: Kysely<Tables>,
  tenant: string,
  { id, registration, retired_at, ...vehicle }: VehicleRecord,
): Promise<void> {
  await db
    .updateTable('vehicle')
    .set({ registration, retired_at, ...textOf(vehicle) })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('feed')
    .set({ registration })
    .where('tenant_id', '=', tenant)
    .where('vehicle_id', '=', id)
    .where('registration', '<>', registration)
    .execute();
}

/**
 * Locks, in one order, the vehicles that events of these jobs touch: those that the events name, and
 * those that the jobs are in so far. Their jobs are written only under these locks. Answers where each
 * was last seen, by a courier or its devices. By id alone: the jobs that a vehicle serves are those of
 * other tenants.
 */
export async function lockVehicles(
  db: Kysely<Tables>,
  vehicleIds: readonly string[],
  jobs: readonly { tenant_id: string; job_id: string }[],
): Promise<Map<string, Sighting | null>> {
  const tenants = jobs.map((job) => job.tenant_id);
  const ids = jobs.map((job) => job.job_id);
  const { rows } = await sql<VehicleSighting>`
    select vehicle.id, last_position, last_seen_at, seen_at, lat_e6, lng_e6, purged_until
      from vehicle
      left join lateral (
        select seen_at, lat_e6, lng_e6, purged_until from feed
         where feed.vehicle_id = vehicle.id and seen_at is not null
         order by seen_at desc limit 1) seen on true
     where vehicle.id = any(${vehicleIds}::text[] || array(
       select f.vehicle_id from unnest(${tenants}::text[], ${ids}::text[]) as job(tenant, id)
         join tracked_job f on f.tenant_id = job.tenant and f.job_id = job.id))
     order by vehicle.id for update of vehicle`.execute(db);
  return new Map(rows.map((row) => [row.id, newest(toSighting(row), toTelemetrySighting(row))]));
}

type VehicleSighting = Parameters<typeof toSighting>[0] &
  Parameters<typeof toTelemetrySighting>[0] & { id: string };

export const newest = (a: Sighting | null, b: Sighting | null): Sighting | null =>
  a && (!b || a.at >= b.at) ? a : b;

/** Newest position from the vehicle's devices. */
export async function findTelemetrySighting(
  db: Kysely<Tables>,
  vehicleId: string,
): Promise<Sighting | null> {
  const row = await db
    .selectFrom('feed')
    .select(['seen_at', 'lat_e6', 'lng_e6', 'purged_until'])
    .where('vehicle_id', '=', vehicleId)
    .where('seen_at', 'is not', null)
    .orderBy('seen_at', 'desc')
    .executeTakeFirst();
  return row ? toTelemetrySighting(row) : null;
}

export function toTelemetrySighting({
  seen_at: at,
  lat_e6,
  lng_e6,
  purged_until = null,
}: {
  seen_at: Date | null;
  lat_e6: number | null;
  lng_e6: number | null;
  purged_until?: Date | null;
}): Sighting | null {
  if (at === null || lat_e6 === null || lng_e6 === null) return null;
  const position = { lat: lat_e6 / 1e6, lng: lng_e6 / 1e6 };
  return { at, position, ...(purged_until && { isPhone: true }) };
}

export const toSighting = (row: {
  last_position: Sighting['position'] | null;
  last_seen_at: Date | null;
}): Sighting | null =>
  row.last_position && row.last_seen_at
    ? { position: row.last_position, at: row.last_seen_at }
    : null;

export async function saveSightings(
  db: Kysely<Tables>,
  sightings: ReadonlyMap<string, Sighting>,
): Promise<void> {
  const rows = [...sightings].map(([id, { position, at }]) => ({ id, position, at }));
  await sql`
    update vehicle v set last_position = seen.position, last_seen_at = seen.at
      from json_to_recordset(${JSON.stringify(rows)})
        as seen(id text, position json, at timestamptz)
     where v.id = any (${[...sightings.keys()]}::text[]) and v.id = seen.id`.execute(db);
}

/** Which of these plates, without spaces and hyphens, the carrier has. */
export async function findKnownRegistrations(
  db: Kysely<Tables>,
  tenant: string,
  plates: readonly string[],
): Promise<Set<string>> {
  const bare = barePlate(sql.ref('registration'));
  const rows = await db
    .selectFrom('vehicle')
    .select(bare.as('plate'))
    .where('tenant_id', '=', tenant)
    .where(bare, 'in', plates)
    .execute();
  return new Set(rows.map(({ plate }) => plate));
}
