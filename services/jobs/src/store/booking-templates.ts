import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { BookingTemplateRecord } from '../domain/booking-template.ts';
import type { Tables } from './schema.ts';

const own = (db: Kysely<Tables>, tenant: string) =>
  db.selectFrom('booking_template').where('tenant_id', '=', tenant);

export const listTemplatesOf = (
  db: Kysely<Tables>,
  tenant: string,
): Promise<BookingTemplateRecord[]> => own(db, tenant).selectAll().orderBy('name').execute();

/** A template of the same name becomes this one, under its first id. */
export const upsertTemplate = (
  db: Kysely<Tables>,
  tenant: string,
  template: Omit<BookingTemplateRecord, 'tenant_id'>,
): Promise<BookingTemplateRecord> =>
  db
    .insertInto('booking_template')
    .values({ tenant_id: tenant, ...template })
    .onConflict((same) =>
      same.expression(sql`tenant_id, lower(name)`).doUpdateSet(({ ref }) => ({
        job_id: ref('excluded.job_id'),
        name: ref('excluded.name'),
        created_at: ref('excluded.created_at'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export async function deleteTemplate(
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('booking_template')
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}
