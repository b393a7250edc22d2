import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { DeviceRecord, DeviceStatus } from '../domain/telemetry/provider.ts';
import type { Tables } from './schema.ts';

const columns = ['id', 'device_id', 'vehicle_id', 'temperature_class', 'created_at'] as const;

/** By device: of several providers that send it, the one with the newest reading. */
export async function listDeviceStatuses(
  db: Kysely<Tables>,
  tenant: string,
  deviceIds: readonly string[],
): Promise<(DeviceStatus & { device_id: string })[]> {
  const { rows } = await sql<DeviceStatus & { device_id: string }>`
    select distinct on (device_id) device_id, greatest(seen_at, measured_at) as last_reading_at,
           temperature_mc, calibrated_until::text
      from feed
     where tenant_id = ${tenant} and device_id = any(${deviceIds}::text[])
     order by device_id, greatest(seen_at, measured_at) desc nulls last`.execute(db);
  return rows;
}

/** Newest first. */
export async function listDevices(
  db: Kysely<Tables>,
  tenant: string,
  page: { before: string | undefined; max: number },
): Promise<DeviceRecord[]> {
  await requireCursor({ starting_after: page.before }, (id) =>
    db.selectFrom('device').select('id').where('tenant_id', '=', tenant).where('id', '=', id),
  );
  return db
    .selectFrom('device')
    .select(columns)
    .where('tenant_id', '=', tenant)
    .$if(page.before !== undefined, (all) => all.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.max)
    .execute();
}

/** A device that is known by this name keeps its id, and moves; its class too, unless one is given. */
export const putDevice = (
  db: Kysely<Tables>,
  tenant: string,
  device: Omit<DeviceRecord, 'temperature_class'> & Partial<DeviceRecord>,
): Promise<DeviceRecord> =>
  db
    .insertInto('device')
    .values({ ...device, tenant_id: tenant, placed_at: device.created_at })
    .onConflict((known) => {
      const { vehicle_id, temperature_class, created_at: placed_at } = device;
      const moved = { vehicle_id, placed_at };
      return known
        .constraint('device_known')
        .doUpdateSet(temperature_class === undefined ? moved : { ...moved, temperature_class });
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Where a device was seen in another vehicle says nothing about this one. */
export async function moveFeeds(
  db: Kysely<Tables>,
  tenant: string,
  { device_id, vehicle_id }: DeviceRecord,
): Promise<void> {
  // Sequence caches of the version before reload their feeds.
  await sql`
    select end_lease(provider_id)
      from (select provider_id from feed where tenant_id = ${tenant} and device_id = ${device_id}
             order by provider_id) f`.execute(db);
  await db
    .updateTable('feed as f')
    .from('vehicle as v')
    .set((eb) => ({
      vehicle_id,
      vehicle_no: eb.ref('v.no'),
      registration: eb.ref('v.registration'),
      seen_at: null,
      lat_e6: null,
      lng_e6: null,
      measured_at: null,
      temperature_mc: null,
      calibrated_until: null,
    }))
    .where('v.tenant_id', '=', tenant)
    .where('v.id', '=', vehicle_id)
    .where('f.tenant_id', '=', tenant)
    .where('f.device_id', '=', device_id)
    .where('f.vehicle_id', '!=', vehicle_id)
    .execute();
}
