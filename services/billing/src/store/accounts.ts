/** Receivable of each tenant. Its row lock serializes payments and invoices. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';
import { centsColumn } from './schema.ts';

export interface AccountMovement {
  tenant_id: string;
  invoiced_cents: number;
  received_cents: number;
}

/** Adds movements, ordered by tenant so that concurrent transactions cannot deadlock. */
export async function applyMovements(
  db: Kysely<Tables>,
  movements: readonly AccountMovement[],
): Promise<void> {
  await sql`
    insert into account (tenant_id, opening_cents, invoiced_cents, received_cents, statement_period)
    select tenant_id, 0, sum(invoiced_cents), sum(received_cents), ''
      from json_to_recordset(${JSON.stringify(movements)})
        as m(tenant_id text, invoiced_cents bigint, received_cents bigint)
     group by tenant_id order by tenant_id
    on conflict (tenant_id) do update
      set invoiced_cents = account.invoiced_cents + excluded.invoiced_cents,
          received_cents = account.received_cents + excluded.received_cents`.execute(db);
}

/**
 * Accounts to be stated for a month: something is owed, or moved since the last statement, and all
 * that is to be invoiced up to that month has been.
 */
export const lockUnstated = (
  db: Kysely<Tables>,
  { period, batch }: { period: string; batch: number },
) =>
  db
    .selectFrom('account')
    .select([
      'tenant_id',
      centsColumn('opening_cents').as('opening_cents'),
      centsColumn('invoiced_cents').as('invoiced_cents'),
      centsColumn('received_cents').as('received_cents'),
    ])
    .where('statement_period', '<', period)
    .where(({ eb, or }) =>
      or([
        eb('opening_cents', '<>', sql<string>`0`),
        eb('invoiced_cents', '<>', sql<string>`0`),
        eb('received_cents', '<>', sql<string>`0`),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoice')
            .select('invoice.id')
            .whereRef('invoice.tenant_id', '=', 'account.tenant_id')
            .where('invoice.status', '=', sql.lit('draft'))
            .where('invoice.period', '<=', period),
        ),
      ),
    )
    .orderBy('tenant_id')
    .limit(batch)
    .forUpdate()
    .execute();

/** The balance becomes the opening of the next statement. */
export async function saveStated(
  db: Kysely<Tables>,
  tenants: readonly string[],
  period: string,
): Promise<void> {
  await db
    .updateTable('account')
    .set({
      opening_cents: sql`opening_cents + invoiced_cents - received_cents`,
      invoiced_cents: 0,
      received_cents: 0,
      statement_period: period,
    })
    .where('tenant_id', 'in', tenants)
    .execute();
}
