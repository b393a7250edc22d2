import { type Kysely, sql } from 'kysely';
import type { Charge } from '../domain/charge.ts';
import type { InvoiceLineRecord } from '../domain/invoice.ts';
import type { Tables } from './schema.ts';
import { cents } from './schema.ts';

/** Lines per bus message: bounded by the maximum message size. */
export const linesPerMessage = 1_000;

export async function isCharged(
  db: Kysely<Tables>,
  tenant: string,
  { job_id, kind }: Pick<Charge, 'job_id' | 'kind'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('line')
    .select('position')
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', job_id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return found !== undefined;
}

/** Reserves a position on the month's draft, creating it; undefined once that is issued. */
export async function reserveLine(
  db: Kysely<Tables>,
  tenant: string,
  draft: { id: string; period: string; charge: Charge },
): Promise<{ invoice_id: string; position: number } | undefined> {
  const { amount_cents, vat_cents } = draft.charge;
  return db
    .insertInto('invoice')
    .values({
      tenant_id: tenant,
      id: draft.id,
      period: draft.period,
      status: 'draft',
      line_count: 1,
      amount_cents,
      vat_cents,
      paid_cents: 0,
    })
    .onConflict((conflict) =>
      conflict
        .constraint('invoice_period_unique')
        .doUpdateSet({
          line_count: sql`invoice.line_count + 1`,
          amount_cents: sql`invoice.amount_cents + excluded.amount_cents`,
          vat_cents: sql`invoice.vat_cents + excluded.vat_cents`,
        })
        .where('invoice.status', '=', 'draft'),
    )
    .returning(['id as invoice_id', 'line_count as position'])
    .executeTakeFirst();
}

export async function insertLine(
  db: Kysely<Tables>,
  tenant: string,
  line: Charge & { invoice_id: string; position: number },
): Promise<void> {
  await db
    .insertInto('line')
    .values({ tenant_id: tenant, ...line })
    .execute();
}

const columns = [
  'position',
  'job_id',
  'kind',
  'ref',
  'cost_centre',
  'label',
  'happened_at',
  cents('amount_cents').as('amount_cents'),
  cents('vat_cents').as('vat_cents'),
] as const;

/** Of one invoice: the lines after the first `after`, up to the `through`th. */
export const listLines = (
  db: Kysely<Tables>,
  tenant: string,
  { invoice_id, after, through }: { invoice_id: string; after: number; through: number },
): Promise<InvoiceLineRecord[]> =>
  db
    .selectFrom('line')
    .select(columns)
    .where('tenant_id', '=', tenant)
    .where('invoice_id', '=', invoice_id)
    .where('position', '>', after)
    .where('position', '<=', through)
    .orderBy('position')
    .execute();

/** The first lines of each invoice, by invoice. */
export async function listFirstLines(
  db: Kysely<Tables>,
  tenant: string,
  { invoice_ids, through }: { invoice_ids: readonly string[]; through: number },
): Promise<Map<string, InvoiceLineRecord[]>> {
  if (invoice_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('line')
    .select(['invoice_id', ...columns])
    .where('tenant_id', '=', tenant)
    .where('invoice_id', 'in', invoice_ids)
    .where('position', '<=', through)
    .orderBy('position')
    .execute();
  const grouped = Map.groupBy(rows, ({ invoice_id }) => invoice_id);
  return new Map(
    [...grouped].map(([id, group]) => [id, group.map(({ invoice_id: _, ...line }) => line)]),
  );
}
