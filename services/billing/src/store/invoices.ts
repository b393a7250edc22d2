/** Invoices as rows: drafts, gapless numbers, settlement. */
import type { InvoiceFilter } from '@svc/contracts';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { type InvoiceRecord, type IssuedInvoice, invoiceNotFound } from '../domain/invoice.ts';
import { isBeyond, type PageCursors, readPage } from './page.ts';
import type { Tables } from './schema.ts';
import { centsColumn } from './schema.ts';

const columns = [
  'tenant_id',
  'id',
  'period',
  'status',
  'number',
  'issued_at',
  'due_at',
  'line_count',
  centsColumn('amount_cents').as('amount_cents'),
  centsColumn('vat_cents').as('vat_cents'),
  centsColumn('paid_cents').as('paid_cents'),
] as const;

export async function getInvoice(
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<InvoiceRecord> {
  const found = await db
    .selectFrom('invoice')
    .select(columns)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw invoiceNotFound();
  return found;
}

type InvoiceRowFilter = Pick<InvoiceFilter, 'period' | 'status' | 'cost_centre'>;

const matches =
  (tenant: string, { period, status, cost_centre }: InvoiceRowFilter) =>
  ({ eb, and, exists, selectFrom }: ExpressionBuilder<Tables, 'invoice'>) =>
    and([
      eb('invoice.tenant_id', '=', tenant),
      ...(period === undefined ? [] : [eb('invoice.period', '=', period)]),
      ...(status === undefined ? [] : [eb('invoice.status', '=', status)]),
      ...(cost_centre === undefined
        ? []
        : [
            exists(
              selectFrom('line')
                .select('line.position')
                .where('line.tenant_id', '=', tenant)
                .where('line.cost_centre', '=', cost_centre)
                .whereRef('line.invoice_id', '=', 'invoice.id')
                .offset(sql.lit(0)),
            ),
          ]),
    ]);

/** Newest month first. */
export const listInvoices = (
  db: Kysely<Tables>,
  tenant: string,
  filter: InvoiceRowFilter & PageCursors,
) =>
  readPage(filter, (range) =>
    db
      .selectFrom('invoice')
      .select(columns)
      .where(matches(tenant, filter))
      .where(isBeyond('invoice', tenant, range))
      .orderBy('invoice.period', range.order)
      .limit(range.count)
      .execute(),
  );

export async function countInvoices(
  db: Kysely<Tables>,
  tenant: string,
  filter: InvoiceRowFilter,
): Promise<number> {
  const { total } = await db
    .selectFrom('invoice')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(matches(tenant, filter))
    .executeTakeFirstOrThrow();
  return total;
}

/** Locks drafts of months up to `through`, of all tenants, against new lines. */
export const lockDrafts = (
  db: Kysely<Tables>,
  { through, batch }: { through: string; batch: number },
): Promise<InvoiceRecord[]> =>
  db
    .selectFrom('invoice')
    .select(columns)
    .where('status', '=', sql.lit('draft'))
    .where('period', '<=', through)
    .orderBy('period')
    .orderBy('tenant_id')
    .limit(batch)
    .forUpdate()
    .execute();

/** The earliest month, up to this one, that still has a draft. */
export async function findOldestDraft(
  db: Kysely<Tables>,
  through: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('invoice')
    .select('period')
    .where('status', '=', sql.lit('draft'))
    .where('period', '<=', through)
    .orderBy('period')
    .limit(1)
    .executeTakeFirst();
  return found?.period;
}

/** Reserves `count` gapless numbers (row lock until commit) and returns the first. */
export async function reserveNumbers(
  db: Kysely<Tables>,
  year: number,
  count: number,
): Promise<number> {
  const { last } = await db
    .insertInto('number_counter')
    .values({ year, last: count })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ last: sql`number_counter.last + excluded.last` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

/** One statement for all. Drafts that are locked are found by their places. */
export async function saveIssued(
  db: Kysely<Tables>,
  issued: readonly IssuedInvoice[],
): Promise<void> {
  const rows = issued.map(({ tenant_id, id, number, status, issued_at, due_at, paid_cents }) => ({
    tenant_id,
    id,
    number,
    status,
    issued_at,
    due_at,
    paid_cents,
  }));
  await sql`
    update invoice i
       set number = r.number, status = r.status, issued_at = r.issued_at, due_at = r.due_at,
           paid_cents = r.paid_cents
      from json_to_recordset(${JSON.stringify(rows)}) as r(tenant_id text, id text, number text,
             status text, issued_at timestamptz, due_at timestamptz, paid_cents bigint)
     cross join lateral (
       select ctid from invoice found
        where found.tenant_id = r.tenant_id and found.id = r.id offset 0) place
     where i.ctid = place.ctid`.execute(db);
}

/** Issued and not paid, oldest first. */
export const lockUnpaid = (db: Kysely<Tables>, tenant: string): Promise<InvoiceRecord[]> =>
  db
    .selectFrom('invoice')
    .select(columns)
    .where('tenant_id', '=', tenant)
    .where('status', '=', sql.lit('issued'))
    .orderBy('period')
    .forUpdate()
    .execute();

export async function savePaid(
  db: Kysely<Tables>,
  tenant: string,
  { id, status, paid_cents }: InvoiceRecord,
): Promise<void> {
  await db
    .updateTable('invoice')
    .set({ status, paid_cents })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute();
}
