import type {
  accounts,
  BookingSite,
  DeskSite,
  InputOf,
  ListPage,
  SiteDetails,
} from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import type { Site } from '../domain/tenant.ts';
import { isUsable } from './customers.ts';
import type { Tables } from './schema.ts';

type DeskPage = InputOf<(typeof accounts)['actions']['listSitesForDesk']>;

/** The tenant's own sites and those shared with all. */
const visibleTo = (tenant: string) => (eb: ExpressionBuilder<Tables, 'site'>) =>
  eb.or([eb('site.tenant_id', '=', tenant), eb('site.shared', '=', true)]);

/** Own sites by name, then shared ones; up to limit + 1 rows, so that `has_more` is known. */
export async function listSites(
  db: Kysely<Tables>,
  tenant: string,
  { limit, starting_after }: ListPage,
) {
  const visible = db.selectFrom('site').where(visibleTo(tenant));
  await requireCursor({ starting_after }, (id) =>
    visible.select('site.id').where('site.id', '=', id),
  );
  const place = sql`(site.tenant_id <> ${tenant}, site.name, site.id)`;
  const cursor = visible.where('site.id', '=', starting_after ?? '');
  const isAfter = sql<boolean>`${place} > (${cursor.select([
    sql`site.tenant_id <> ${tenant}`.as('foreign'),
    'site.name',
    'site.id',
  ])})`;
  const [rows, { total }] = await Promise.all([
    visible
      .selectAll()
      .$if(starting_after !== undefined, (all) => all.where(isAfter))
      .orderBy(place)
      .limit(limit + 1)
      .execute(),
    visible.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { sites: rows.map(toSite), total };
}

const toDeskSite = (row: Selectable<Tables['site']>): DeskSite => ({
  ...toSite(row),
  tenant_id: row.tenant_id,
});

/** Sites of all tenants, newest first; up to limit + 1 rows. */
export async function listSitesOfAll(
  db: Kysely<Tables>,
  { tenant_id, limit, starting_after }: DeskPage,
): Promise<DeskSite[]> {
  await requireCursor({ starting_after }, (id) =>
    db.selectFrom('site').select('id').where('id', '=', id),
  );
  const rows = await db
    .selectFrom('site')
    .selectAll()
    .$if(tenant_id !== undefined, (all) => all.where('tenant_id', '=', tenant_id ?? ''))
    .$if(starting_after !== undefined, (all) => all.where('id', '<', starting_after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toDeskSite);
}

/** Sites of any tenant. */
export async function listSitesById(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<SiteDetails[]> {
  const rows = await db
    .selectFrom('site')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  return rows.map((row) => {
    const { cost_centres, shared, ...details } = toDeskSite(row);
    return details;
  });
}

/** Sites among these that the tenant may book from and to. */
export async function listUsableSites(
  db: Kysely<Tables>,
  tenant: string,
  ids: readonly string[],
): Promise<BookingSite[]> {
  const rows = await db
    .selectFrom('site')
    .select(['id', 'name', 'lat', 'lng', 'time_zone'])
    .where('id', '=', sql<string>`any(${ids})`)
    .where(isUsable(tenant))
    .execute();
  return rows.map(toBookingSite);
}

export const listReceivingHours = (db: Kysely<Tables>, tenant: string, ids: readonly string[]) =>
  db
    .selectFrom('site')
    .select(['id', 'receiving_hours', 'time_zone', 'lat', 'lng'])
    .where('id', '=', sql<string>`any(${ids})`)
    .where(visibleTo(tenant))
    .execute();

/** Locks the row until the transaction ends. */
export async function lockOwnSite(db: Kysely<Tables>, tenant: string, id: string) {
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
    phone: row.phone,
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
