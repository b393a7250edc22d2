import type { FleetStatus } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import type { Kysely } from 'kysely';
import type { DriverRecord } from '../domain/driver.ts';
import { documentsOf, insertDocuments } from './compliance-documents.ts';
import type { Tables } from './schema.ts';

const selectDriver = (db: Kysely<Tables>, tenant: string) =>
  db
    .selectFrom('driver')
    .selectAll('driver')
    .select(documentsOf('driver').as('documents'))
    .where('driver.tenant_id', '=', tenant);

export const findDriver = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<DriverRecord | undefined> =>
  selectDriver(db, tenant).where('driver.id', '=', id).executeTakeFirst();

/** Locks the driver until the transaction ends. */
export const lockDriver = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<DriverRecord | undefined> =>
  selectDriver(db, tenant).where('driver.id', '=', id).forUpdate('driver').executeTakeFirst();

/** Newest first; of both statuses unless one is wanted. */
export async function listDrivers(
  db: Kysely<Tables>,
  tenant: string,
  page: { before: string | undefined; max: number; status?: FleetStatus | undefined },
): Promise<DriverRecord[]> {
  await requireCursor({ starting_after: page.before }, (id) =>
    db.selectFrom('driver').select('id').where('tenant_id', '=', tenant).where('id', '=', id),
  );
  return selectDriver(db, tenant)
    .$if(page.status === 'active', (all) => all.where('retired_at', 'is', null))
    .$if(page.status === 'retired', (all) => all.where('retired_at', 'is not', null))
    .$if(page.before !== undefined, (all) => all.where('driver.id', '<', page.before ?? ''))
    .orderBy('driver.id', 'desc')
    .limit(page.max)
    .execute();
}

const textOf = ({ base, shifts }: Pick<DriverRecord, 'base' | 'shifts'>) => ({
  base: base && JSON.stringify(base),
  shifts: shifts && JSON.stringify(shifts),
});

export async function insertDriver(
  db: Kysely<Tables>,
  tenant: string,
  { documents, ...driver }: DriverRecord,
): Promise<void> {
  await db
    .insertInto('driver')
    .values({ tenant_id: tenant, ...driver, ...textOf(driver) })
    .execute();
  await insertDocuments(db, tenant, { type: 'driver', id: driver.id, documents });
}

export async function saveDriver(
  db: Kysely<Tables>,
  tenant: string,
  { id, documents: _, created_at: __, ...driver }: DriverRecord,
): Promise<void> {
  await db
    .updateTable('driver')
    .set({ ...driver, ...textOf(driver) })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}

/** By id alone: the link that names the driver is signed, and its caller has no tenant. */
export const findPhoto = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('driver')
    .select(['photo_key', 'photo_media_type'])
    .where('id', '=', id)
    .executeTakeFirst();
