import type { Policies } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { BookerRecord, BookingRecord } from '../domain/booking.ts';
import { isUsable } from './customers.ts';
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
  const row = await selectBooker(db, tenant)
    .select([
      jsonObjectFrom(usableSite(db, tenant, ids.pickup_site_id)).as('pickup'),
      jsonObjectFrom(usableSite(db, tenant, ids.dropoff_site_id)).as('dropoff'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...toBooker(row),
    pickup: row.pickup ? toBookingSite(row.pickup) : undefined,
    dropoff: row.dropoff ? toBookingSite(row.dropoff) : undefined,
  };
}

export const findBooker = async (db: Kysely<Tables>, tenant: string): Promise<BookerRecord> =>
  toBooker(await selectBooker(db, tenant).executeTakeFirstOrThrow());

/** Exactly one row, also for an unknown tenant. */
const selectBooker = (db: Kysely<Tables>, tenant: string) =>
  db
    .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('nothing'))
    .leftJoin('tenant', (join) => join.on('tenant.tenant_id', '=', tenant))
    .leftJoin('policy', (join) => join.on('policy.tenant_id', '=', tenant))
    .select([
      'tenant.name as tenant_name',
      'policy.default_cost_centre',
      'policy.requirements',
      'policy.sscc',
      'policy.temperature_profiles',
    ]);

interface BookerRow {
  tenant_name: string | null;
  default_cost_centre: string | null;
  requirements: Policies['requirements'] | null;
  sscc: Policies['sscc'];
  temperature_profiles: Policies['temperature_profiles'] | null;
}

const toBooker = ({
  tenant_name,
  default_cost_centre,
  requirements,
  sscc,
  temperature_profiles,
}: BookerRow): BookerRecord => ({
  tenant_name: tenant_name ?? undefined,
  policies:
    default_cost_centre === null || requirements === null || temperature_profiles === null
      ? undefined
      : { default_cost_centre, requirements, sscc, temperature_profiles },
});

const usableSite = (db: Kysely<Tables>, tenant: string, id: string) =>
  db
    .selectFrom('site')
    .select(['id', 'name', 'lat', 'lng', 'time_zone'])
    .where('id', '=', id)
    .where(isUsable(tenant));
