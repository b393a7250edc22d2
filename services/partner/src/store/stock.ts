/**
 * Stock: quantities from a pharmacy's feeds plus movements since (packed or returned items). A feed
 * newer than a movement already counts it.
 */
import { type Kysely, sql } from 'kysely';
import type { StockRow } from '../domain/feed.ts';
import type { OrderRecord } from '../domain/order.ts';
import type { Tables } from './schema.ts';

interface StockSite {
  tenant: string;
  site_id: string;
}

/** Available quantity per item; items that no feed listed are absent. */
export async function countStock(
  db: Kysely<Tables>,
  { tenant, site_id }: StockSite,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('stock_item as item')
    .select(['item_code', 'quantity'])
    .select(({ selectFrom }) =>
      selectFrom('stock_movement as moved')
        .select(sql<number>`coalesce(sum(moved.quantity), 0)::int`.as('since'))
        .whereRef('moved.tenant_id', '=', 'item.tenant_id')
        .whereRef('moved.site_id', '=', 'item.site_id')
        .whereRef('moved.item_code', '=', 'item.item_code')
        .whereRef('moved.at', '>', 'item.updated_at')
        .as('since'),
    )
    .where('tenant_id', '=', tenant)
    .where('site_id', '=', site_id)
    .where('item_code', '=', sql<string>`any(${codes})`)
    .execute();
  return new Map(
    rows.map(({ item_code, quantity, since }) => [item_code, Math.max(0, quantity + (since ?? 0))]),
  );
}

/** Time of the site's latest full feed. */
export async function findFullFeed(
  db: Kysely<Tables>,
  { tenant, site_id }: StockSite,
): Promise<Date | null> {
  const row = await db
    .selectFrom('stock_site')
    .select('full_as_of')
    .where('tenant_id', '=', tenant)
    .where('site_id', '=', site_id)
    .executeTakeFirst();
  return row?.full_as_of ?? null;
}

/** Row lock: feeds of one site are applied serially. Returns the time of the latest full feed. */
export async function lockStockSite(
  db: Kysely<Tables>,
  { tenant, site_id }: StockSite,
): Promise<Date | null> {
  const { full_as_of } = await db
    .insertInto('stock_site')
    .values({ tenant_id: tenant, site_id, full_as_of: null })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'site_id'])
        .doUpdateSet(({ ref }) => ({ site_id: ref('excluded.site_id') })),
    )
    .returning('full_as_of')
    .executeTakeFirstOrThrow();
  return full_as_of;
}

/**
 * Last writer wins by `updated_at`. An unknown item is inserted unless its source (`as_of`; in a delta
 * the row's own time) is not newer than the last full feed.
 */
export async function mergeStock(
  db: Kysely<Tables>,
  { tenant, site_id }: StockSite,
  { rows, as_of, full_as_of }: { rows: StockRow[]; as_of: Date | null; full_as_of: Date | null },
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into stock_item as known (tenant_id, site_id, item_code, quantity, updated_at)
    select ${tenant}, ${site_id}, item_code, quantity, updated_at
      from json_to_recordset(${JSON.stringify(rows)})
        as feed_row(item_code text, quantity int, updated_at timestamptz)
     where coalesce(${as_of}::timestamptz, updated_at)
             > coalesce(${full_as_of}::timestamptz, '-infinity')
        or exists (select from stock_item old
                    where old.tenant_id = ${tenant} and old.site_id = ${site_id}
                      and old.item_code = feed_row.item_code)
    on conflict (tenant_id, site_id, item_code)
    do update set quantity = excluded.quantity, updated_at = excluded.updated_at
     where excluded.updated_at > known.updated_at`.execute(db);
}

/** Full feed: deletes items that it does not list, unless a newer feed did. */
export async function replaceStock(
  db: Kysely<Tables>,
  { tenant, site_id }: StockSite,
  { listed, as_of }: { listed: readonly string[]; as_of: Date },
): Promise<void> {
  // An anti-join: `<> all` of a prepared statement compares every row with every code.
  await sql`
    delete from stock_item item
     where tenant_id = ${tenant} and site_id = ${site_id} and updated_at <= ${as_of}
       and not exists (select from unnest(${listed}::text[]) as listed(code)
                        where listed.code = item.item_code)`.execute(db);
  await db
    .updateTable('stock_site')
    .set({ full_as_of: as_of })
    .where('tenant_id', '=', tenant)
    .where('site_id', '=', site_id)
    .execute();
}

/** Deletes movements that a newer feed already counts. */
export async function deleteCountedMovements(
  db: Kysely<Tables>,
  { tenant, site_id }: StockSite,
): Promise<void> {
  await sql`
    delete from stock_movement moved
     where tenant_id = ${tenant} and site_id = ${site_id}
       and at <= (select updated_at from stock_item item
                   where item.tenant_id = moved.tenant_id and item.site_id = moved.site_id
                     and item.item_code = moved.item_code)`.execute(db);
}

/** Movements of an order's items, packed or returned; idempotent. */
export async function insertMovements(
  db: Kysely<Tables>,
  { tenant_id, id: order_id, trip }: OrderRecord,
  { kind, at }: { kind: 'taken' | 'returned'; at: Date },
): Promise<void> {
  const totals = new Map<string, number>();
  for (const { item_code, quantity } of trip.items) {
    totals.set(item_code, (totals.get(item_code) ?? 0) + quantity);
  }
  const rows = [...totals].map(([item_code, quantity]) => ({
    tenant_id,
    site_id: trip.pickup_site_id,
    item_code,
    order_id,
    kind,
    quantity: kind === 'taken' ? -quantity : quantity,
    at,
  }));
  await db
    .insertInto('stock_movement')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
