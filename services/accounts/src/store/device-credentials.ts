/** Credentials of devices: enrolments, and used assertions (replay protection). */
import { type Kysely, sql } from 'kysely';
import type { Assertion, DeviceDriver } from '../domain/courier-device.ts';
import type { Tables } from './schema.ts';

/** Replaces the driver's earlier enrolment. */
export async function saveEnrolment(
  db: Kysely<Tables>,
  tenant: string,
  enrolment: { driver_id: string; token_hash: string; expires_at: Date },
): Promise<void> {
  const { token_hash, expires_at } = enrolment;
  await db
    .insertInto('device_enrolment')
    .values({ tenant_id: tenant, ...enrolment })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'driver_id']).doUpdateSet({ token_hash, expires_at }),
    )
    .execute();
}

/**
 * Looked up by its token alone: the caller has no tenant yet. One of two concurrent calls gets it.
 */
export const takeEnrolment = (
  db: Kysely<Tables>,
  token_hash: string,
): Promise<(DeviceDriver & { expires_at: Date }) | undefined> =>
  db
    .deleteFrom('device_enrolment')
    .where('token_hash', '=', token_hash)
    .returning(['tenant_id', 'driver_id', 'expires_at'])
    .executeTakeFirst();

/** False where it was used before. */
export async function useAssertion(
  db: Kysely<Tables>,
  tenant: string,
  assertion: Assertion & { device_id: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_assertion')
    .values({ tenant_id: tenant, ...assertion })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes at most `max` rows of each table; returns the larger number. */
export async function purgeDeviceCredentials(
  db: Kysely<Tables>,
  { before, max }: { before: Date; max: number },
): Promise<number> {
  let purged = 0;
  for (const name of ['used_assertion', 'device_enrolment']) {
    const table = sql.table(name);
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where expires_at <= ${before} limit ${max}))`.execute(db);
    purged = Math.max(purged, Number(numAffectedRows));
  }
  return purged;
}
