import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { DeviceRecord, DeviceStatus } from '../domain/telemetry/provider.ts';
import type { Tables } from './schema.ts';

const columns = [
  ...(['id', 'device_id', 'vehicle_id', 'temperature_class', 'created_at'] as const),
  sql<string | null>`calibrated_until::text`.as('calibrated_until'),
] as const;

/** The asset that a device is in now. */
const presentAsset = sql<string | null>`(
  select b.asset_id from binding b
   where b.tenant_id = device.tenant_id and b.device_id = device.device_id and b.to_at is null)`;

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
  page: { before: string | undefined; max: number; providerId: string | undefined },
): Promise<DeviceRecord[]> {
  await requireCursor({ starting_after: page.before }, (id) =>
    db.selectFrom('device').select('id').where('tenant_id', '=', tenant).where('id', '=', id),
  );
  return db
    .selectFrom('device')
    .select(columns)
    .select(presentAsset.as('asset_id'))
    .where('tenant_id', '=', tenant)
    .$if(page.before !== undefined, (all) => all.where('id', '<', page.before ?? ''))
    .$if(page.providerId !== undefined, (all) =>
      all.where('device_id', 'in', (eb) =>
        eb
          .selectFrom('feed')
          .select('feed.device_id')
          .where('feed.tenant_id', '=', tenant)
          .where('feed.provider_id', '=', page.providerId ?? ''),
      ),
    )
    .orderBy('id', 'desc')
    .limit(page.max)
    .execute();
}

/** A device that is known by this name keeps its id, and moves; so it keeps what is not given. */
export const putDevice = (
  db: Kysely<Tables>,
  tenant: string,
  device: Omit<DeviceRecord, 'temperature_class' | 'calibrated_until' | 'asset_id'> &
    Partial<Pick<DeviceRecord, 'temperature_class' | 'calibrated_until'>>,
): Promise<Omit<DeviceRecord, 'asset_id'>> =>
  db
    .insertInto('device')
    .values({ ...device, tenant_id: tenant, placed_at: device.created_at })
    .onConflict((known) => {
      const { id: _, device_id: __, created_at: placed_at, ...given } = device;
      return known.constraint('device_known').doUpdateSet({ ...given, placed_at });
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const findPresentAsset = async (
  db: Kysely<Tables>,
  tenant: string,
  deviceId: string,
): Promise<string | null> => {
  const found = await db
    .selectFrom('device')
    .select(presentAsset.as('asset_id'))
    .where('tenant_id', '=', tenant)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return found?.asset_id ?? null;
};

export const isDevice = async (
  db: Kysely<Tables>,
  tenant: string,
  deviceId: string,
): Promise<boolean> =>
  (await db
    .selectFrom('device')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()) !== undefined;

/** With its box: the feeds move, too. */
export async function moveDevice(
  db: Kysely<Tables>,
  tenant: string,
  device: { device_id: string; vehicle_id: string; placed_at: Date },
): Promise<void> {
  const { device_id, vehicle_id, placed_at } = device;
  await db
    .updateTable('device')
    .set({ vehicle_id, placed_at })
    .where('tenant_id', '=', tenant)
    .where('device_id', '=', device_id)
    .where('vehicle_id', '<>', vehicle_id)
    .execute();
  await moveFeeds(db, tenant, device);
}

/** Where a device was seen in another vehicle says nothing about this one. */
export async function moveFeeds(
  db: Kysely<Tables>,
  tenant: string,
  { device_id, vehicle_id }: Pick<DeviceRecord, 'device_id' | 'vehicle_id'>,
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
