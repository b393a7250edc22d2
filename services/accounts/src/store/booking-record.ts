import { type Kysely, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { BookingRecord } from '../domain/booking.ts';
import type { Tables } from './schema.ts';
import { toBookingSite } from './sites.ts';

export interface SiteIds {
  pickup_site_id: string;
  dropoff_site_id: string;
}

/** Tenant, policies and both sites in one round trip: every booking waits for it. */
export async function findBookingRecord(
  db: Kysely<Tables>,
  tenant: string,
  ids: SiteIds,
): Promise<BookingRecord> {
  const row = await db
    .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('nothing'))
    .leftJoin('tenant', (join) => join.on('tenant.tenant_id', '=', tenant))
    .leftJoin('policy', (join) => join.on('policy.tenant_id', '=', tenant))
    .select(['tenant.name as tenant_name', 'policy.default_cost_centre', 'policy.requirements'])
    .select([
      jsonObjectFrom(usableSite(db, tenant, ids.pickup_site_id)).as('pickup'),
      jsonObjectFrom(usableSite(db, tenant, ids.dropoff_site_id)).as('dropoff'),
    ])
    .executeTakeFirstOrThrow();
  const { default_cost_centre, requirements } = row;
  return {
    tenant_name: row.tenant_name ?? undefined,
    policies:
      default_cost_centre === null || requirements === null
        ? undefined
        : { default_cost_centre, requirements },
    pickup: row.pickup ? toBookingSite(row.pickup) : undefined,
    dropoff: row.dropoff ? toBookingSite(row.dropoff) : undefined,
  };
}

const usableSite = (db: Kysely<Tables>, tenant: string, id: string) =>
  db
    .selectFrom('site')
    .select(['id', 'name', 'lat', 'lng', 'time_zone'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('tenant_id', '=', tenant), eb('shared', '=', true)]));
