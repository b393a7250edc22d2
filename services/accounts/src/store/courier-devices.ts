import { requireCursor } from '@svc/kit/page';
import type { Kysely } from 'kysely';
import type { CourierDeviceRecord, DeviceDriver } from '../domain/courier-device.ts';
import type { Tables } from './schema.ts';

const columns = [
  ...(['id', 'driver_id', 'name', 'public_key', 'key_thumbprint'] as const),
  ...(['created_at', 'last_used_at'] as const),
] as const;

/** The device that was registered with this token, unless revoked. */
export const findByEnrolment = (
  db: Kysely<Tables>,
  enrolment_hash: string,
): Promise<CourierDeviceRecord | undefined> =>
  db
    .selectFrom('courier_device')
    .select(columns)
    .where('enrolment_hash', '=', enrolment_hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

/** False where some device, also a revoked one, has this key. */
export async function insertCourierDevice(
  db: Kysely<Tables>,
  tenant: string,
  { public_key, ...device }: CourierDeviceRecord & { enrolment_hash: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('courier_device')
    .values({
      tenant_id: tenant,
      ...device,
      public_key: JSON.stringify(public_key),
      revoked_at: null,
    })
    .onConflict((conflict) => conflict.column('key_thumbprint').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Looked up by id alone: the signature proves the tenant. */
export const findCourierDevice = (
  db: Kysely<Tables>,
  id: string,
): Promise<
  (DeviceDriver & Pick<CourierDeviceRecord, 'public_key' | 'key_thumbprint'>) | undefined
> =>
  db
    .selectFrom('courier_device')
    .select(['tenant_id', 'driver_id', 'public_key', 'key_thumbprint'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

/** Newest first, up to limit + 1 of them. */
export async function listCourierDevices(
  db: Kysely<Tables>,
  tenant: string,
  page: { driver_id?: string | undefined; limit: number; starting_after?: string | undefined },
): Promise<CourierDeviceRecord[]> {
  const { driver_id, limit, starting_after } = page;
  const all = db
    .selectFrom('courier_device')
    .where('tenant_id', '=', tenant)
    .where('revoked_at', 'is', null)
    .$if(driver_id !== undefined, (list) => list.where('driver_id', '=', driver_id ?? ''));
  await requireCursor({ starting_after }, (id) => all.select('id').where('id', '=', id));
  return all
    .select(columns)
    .$if(starting_after !== undefined, (list) => list.where('id', '<', starting_after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** False if the tenant has no such device, or revoked it earlier. */
export async function revokeCourierDevice(
  db: Kysely<Tables>,
  tenant: string,
  { id, at }: { id: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('courier_device')
    .set({ revoked_at: at })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Revokes clients, devices and a pending enrolment of a driver; returns ids of the former two. */
export async function revokeDriver(
  db: Kysely<Tables>,
  tenant: string,
  { driver_id, at }: { driver_id: string; at: Date },
): Promise<string[]> {
  await db
    .deleteFrom('device_enrolment')
    .where('tenant_id', '=', tenant)
    .where('driver_id', '=', driver_id)
    .execute();
  const revoked: string[] = [];
  for (const table of ['client', 'courier_device'] as const) {
    const rows = await db
      .updateTable(table)
      .set({ revoked_at: at })
      .where('tenant_id', '=', tenant)
      .where('driver_id', '=', driver_id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute();
    revoked.push(...rows.map(({ id }) => id));
  }
  return revoked;
}
