/**
 * Stock: what a pharmacy's feeds told, and what left the shelf or came back since. A feed that is
 * newer than a movement has counted it.
 */
import { type Kysely, sql } from 'kysely';
import type { StockRow } from '../domain/feed.ts';
import type { Order } from '../domain/order.ts';
import type { Tables } from './schema.ts';

interface Shelf {
  tenant: string;
  site_id: string;
}

/** How many of each item there are; what no feed told is absent. */
export async function countStock(
  db: Kysely<Tables>,
  { tenant, site_id }: Shelf,
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

/** When the latest full feed of the site was true. */
export async function findFullFeed(
  db: Kysely<Tables>,
  { tenant, site_id }: Shelf,
): Promise<Date | null> {
  const row = await db
    .selectFrom('stock_site')
    .select('full_as_of')
    .where('tenant_id', '=', tenant)
    .where('site_id', '=', site_id)
    .executeTakeFirst();
  return row?.full_as_of ?? null;
}

/** Feeds of one site are applied one after the other; answers when the latest full one was true. */
export async function lockShelf(
  db: Kysely<Tables>,
  { tenant, site_id }: Shelf,
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
 * A row that is older than what is known changes nothing. An item that is not known is new, unless
 * what tells of it (`as_of`, the row's own moment in a delta) is no newer than the last full feed.
 */
export async function mergeStock(
  db: Kysely<Tables>,
  { tenant, site_id }: Shelf,
  { rows, as_of, full_as_of }: { rows: StockRow[]; as_of: Date | null; full_as_of: Date | null },
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into stock_item as known (tenant_id, site_id, item_code, quantity, updated_at)
    select ${tenant}, ${site_id}, item_code, quantity, updated_at
      from json_to_recordset(${JSON.stringify(rows)})
        as told(item_code text, quantity int, updated_at timestamptz)
     where coalesce(${as_of}::timestamptz, updated_at)
             > coalesce(${full_as_of}::timestamptz, '-infinity')
        or exists (select from stock_item old
                    where old.tenant_id = ${tenant} and old.site_id = ${site_id}
                      and old.item_code = told.item_code)
    on conflict (tenant_id, site_id, item_code)
    do update set quantity = excluded.quantity, updated_at = excluded.updated_at
     where excluded.updated_at > known.updated_at`.execute(db);
}

/** A full feed: what it does not list, and nobody told of since, is gone. */
export async function replaceStock(
  db: Kysely<Tables>,
  { tenant, site_id }: Shelf,
  { listed, as_of }: { listed: readonly string[]; as_of: Date },
): Promise<void> {
  // An anti-join: `<> all` of a prepared statement compares every row with every code.
  await sql`
    delete from stock_item item
     where tenant_id = ${tenant} and site_id = ${site_id} and updated_at <= ${as_of}
       and not exists (select from unnest(${listed}::text[]) as told(code)
                        where told.code = item.item_code)`.execute(db);
  await db
    .updateTable('stock_site')
    .set({ full_as_of: as_of })
    .where('tenant_id', '=', tenant)
    .where('site_id', '=', site_id)
    .execute();
}

/** Forgets movements that the feeds have counted. */
export async function dropCountedMovements(
  db: Kysely<Tables>,
  { tenant, site_id }: Shelf,
): Promise<void> {
  await sql`
    delete from stock_movement moved using stock_item item
     where moved.tenant_id = ${tenant} and moved.site_id = ${site_id}
       and item.tenant_id = moved.tenant_id and item.site_id = moved.site_id
       and item.item_code = moved.item_code and moved.at <= item.updated_at`.execute(db);
}

/** What an order takes from the shelf, or brings back; each once. */
export async function insertMovements(
  db: Kysely<Tables>,
  { tenant_id, id: order_id, trip }: Order,
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
