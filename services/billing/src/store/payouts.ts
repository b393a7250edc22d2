import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface Earning {
  order_id: string;
  job_id: string;
  month: string;
  amount_cents: number;
}

/** False when the order earned before. */
export async function insertEarning(
  db: Kysely<Tables>,
  tenant: string,
  earning: Earning,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('earning')
    .values({ tenant_id: tenant, payout_id: null, ...earning })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'order_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Partners with unpaid orders of months up to this one, and no payout for it yet. */
export async function listPayees(
  db: Kysely<Tables>,
  { period, batch }: { period: string; batch: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('earning')
    .select('tenant_id')
    .distinct()
    .where('payout_id', 'is', null)
    .where('month', '<=', period)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payout')
            .select('payout.id')
            .whereRef('payout.tenant_id', '=', 'earning.tenant_id')
            .where('payout.period', '=', period)
            .offset(sql.lit(0)),
        ),
      ),
    )
    .orderBy('tenant_id')
    .limit(batch)
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
}

export interface Payout {
  tenant_id: string;
  id: string;
  period: string;
  orders: number;
  amount_cents: number;
}

/** Pays out a partner's earnings up to this month and links the covered orders to the payout. */
export async function insertPayout(
  db: Kysely<Tables>,
  tenant: string,
  { id, period, now }: { id: string; period: string; now: Date },
): Promise<Payout> {
  await db
    .insertInto('payout')
    .values({ tenant_id: tenant, id, period, orders: 0, amount_cents: 0, sent_at: now })
    .execute();
  const { rows } = await sql<{ orders: number; amount_cents: number }>`
    with paid as (
      update earning set payout_id = ${id}
       where tenant_id = ${tenant} and payout_id is null and month <= ${period}
      returning amount_cents
    )
    select count(*)::int as orders, coalesce(sum(amount_cents), 0)::float8 as amount_cents
      from paid`.execute(db);
  const sums = { orders: rows[0]?.orders ?? 0, amount_cents: rows[0]?.amount_cents ?? 0 };
  await db
    .updateTable('payout')
    .set(sums)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
  return { tenant_id: tenant, id, period, ...sums };
}
