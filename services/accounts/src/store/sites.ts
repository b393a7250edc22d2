import type { BookingSite } from '@svc/contracts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Site } from '../domain/tenant.ts';
import type { Tables } from './schema.ts';

/** Keeps one answer well under what the bus carries. */
const listMax = 1000;

/** The tenant's own sites, then those shared with all, by name. */
export async function listSites(db: Kysely<Tables>, tenant: string) {
  const rows = await db
    .selectFrom('site')
    .selectAll()
    .select(sql<string>`count(*) over ()`.as('total'))
    .where((eb) => eb.or([eb('tenant_id', '=', tenant), eb('shared', '=', true)]))
    .orderBy((eb) => eb('tenant_id', '=', tenant), 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(listMax)
    .execute();
  return { sites: rows.map(toSite), total: Number(rows[0]?.total ?? 0) };
}

/** Those of the sites that the tenant may book from and to. */
export async function listUsableSites(
  db: Kysely<Tables>,
  tenant: string,
  ids: readonly string[],
): Promise<BookingSite[]> {
  const rows = await db
    .selectFrom('site')
    .select(['id', 'name', 'lat', 'lng', 'time_zone'])
    .where('id', '=', sql<string>`any(${ids})`)
    .where((eb) => eb.or([eb('tenant_id', '=', tenant), eb('shared', '=', true)]))
    .execute();
  return rows.map(toBookingSite);
}

/** Locks the row until the transaction ends. */
export async function findOwnSite(db: Kysely<Tables>, tenant: string, id: string) {
  const row = await db
    .selectFrom('site')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toSite(row);
}

/** Inserts or replaces the tenant's site; false when the id is another tenant's. */
export async function putSite(db: Kysely<Tables>, tenant: string, site: Site): Promise<boolean> {
  const { id, position, ...fields } = site;
  const values = { ...fields, lat: position.lat, lng: position.lng };
  const row = await db
    .insertInto('site')
    .values({ tenant_id: tenant, id, ...values })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(values).where('site.tenant_id', '=', tenant),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

function toSite({ lat, lng, ...row }: Selectable<Tables['site']>): Site {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    address: row.address,
    position: { lat, lng },
    time_zone: row.time_zone,
    receiving_hours: row.receiving_hours,
    cost_centres: row.cost_centres,
    shared: row.shared,
  };
}

type SiteColumns = Pick<Selectable<Tables['site']>, 'id' | 'name' | 'lat' | 'lng' | 'time_zone'>;

export const toBookingSite = ({ id, name, lat, lng, time_zone }: SiteColumns): BookingSite => ({
  site_id: id,
  name,
  position: { lat, lng },
  time_zone,
});
