import type { OrderTrip } from '@svc/contracts';
import { type Insertable, type Kysely, sql } from 'kysely';
import { existingOrder, type OrderRecord } from '../domain/order.ts';
import type { Tables } from './schema.ts';

const findOrder = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<OrderRecord | undefined> =>
  db
    .selectFrom('partner_order')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();

export const getOrder = async (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<OrderRecord> => existingOrder(await findOrder(db, tenant, id));

export const findOrderByRef = (
  db: Kysely<Tables>,
  tenant: string,
  orderRef: string,
): Promise<OrderRecord | undefined> =>
  db
    .selectFrom('partner_order')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('order_ref', '=', orderRef)
    .executeTakeFirst();

/** Locks the order until the transaction ends. */
export const lockOrder = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<OrderRecord | undefined> =>
  db
    .selectFrom('partner_order')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

const toRow = ({ trip, ...order }: OrderRecord): Insertable<Tables['partner_order']> => ({
  ...order,
  trip: JSON.stringify(trip),
});

/** Upsert by order reference: inserts the order, or locks and returns the existing one. */
export async function insertOrLockOrder(
  db: Kysely<Tables>,
  tenant: string,
  order: OrderRecord,
): Promise<OrderRecord> {
  const { id } = await db
    .insertInto('partner_order')
    .values(toRow(order))
    .onConflict((conflict) =>
      conflict
        .constraint('partner_order_ref')
        .doUpdateSet(({ ref }) => ({ order_ref: ref('excluded.order_ref') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return getOrder(db, tenant, id);
}

export async function saveOrder(
  db: Kysely<Tables>,
  tenant: string,
  order: OrderRecord,
): Promise<void> {
  await db
    .updateTable('partner_order')
    .set(toRow(order))
    .where('tenant_id', '=', tenant)
    .where('id', '=', order.id)
    .execute();
}

export interface HeldQuote {
  id: string;
  order_id: string;
  trip: OrderTrip;
  quote_ids: string[];
  expires_at: Date;
}

export async function insertHeldQuote(
  db: Kysely<Tables>,
  tenant: string,
  { trip, ...quote }: HeldQuote,
): Promise<void> {
  await db
    .insertInto('partner_quote')
    .values({ tenant_id: tenant, ...quote, trip: JSON.stringify(trip) })
    .execute();
}

/** The quote of an order that has this option. */
export const findHeldQuote = (
  db: Kysely<Tables>,
  tenant: string,
  { order_id, quote_id }: { order_id: string; quote_id: string },
): Promise<HeldQuote | undefined> =>
  db
    .selectFrom('partner_quote')
    .select(['id', 'order_id', 'trip', 'quote_ids', 'expires_at'])
    .where('tenant_id', '=', tenant)
    .where('order_id', '=', order_id)
    .where(({ val, eb, fn }) => eb(val(quote_id), '=', fn.any('quote_ids')))
    .executeTakeFirst();

/** Deletes at most `batch` quotes, of any tenant, that expired before `cutoff`. */
export async function purgeHeldQuotes(
  db: Kysely<Tables>,
  cutoff: Date,
  batch: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from partner_quote where ctid = any (array(
      select ctid from partner_quote where expires_at < ${cutoff} order by expires_at limit ${batch}))`.execute(
    db,
  );
  return Number(numAffectedRows);
}
