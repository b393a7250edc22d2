import { type Kysely, sql } from 'kysely';
import type { Charge } from '../domain/charge.ts';
import type { InvoiceLineRecord } from '../domain/invoice.ts';
import type { Tables } from './schema.ts';
import { centsColumn } from './schema.ts';

/** Lines per bus message: bounded by the maximum message size. */
export const linesPerMessage = 1_000;

/** A charge of a tenant; (tenant, job, kind) identifies it. */
export type TenantCharge = Charge & { tenant_id: string };
type ChargeKey = Pick<TenantCharge, 'tenant_id' | 'job_id' | 'kind'>;

/** Charges among these that have a line already. */
export async function listCharged(
  db: Kysely<Tables>,
  charges: readonly ChargeKey[],
): Promise<ChargeKey[]> {
  const { rows } = await sql<ChargeKey>`
    select tenant_id, job_id, kind
      from unnest(${charges.map(({ tenant_id }) => tenant_id)}::text[],
                  ${charges.map(({ job_id }) => job_id)}::text[],
                  ${charges.map(({ kind }) => kind)}::text[]) as charge(tenant_id, job_id, kind)
      join line using (tenant_id, job_id, kind)`.execute(db);
  return rows;
}

/** Charges of one tenant that a draft takes in: their number and sums. */
export interface DraftShare {
  tenant_id: string;
  /** Id for the draft, if it is new. */
  id: string;
  period: string;
  lines: number;
  amount_cents: number;
  vat_cents: number;
}

/** The last of the positions that were reserved. */
export interface ReservedLines {
  tenant_id: string;
  period: string;
  invoice_id: string;
  last: number;
}

/**
 * Reserves positions on drafts, creating them; an invoice that is issued already is missing in the
 * result. Rows are locked in one order everywhere, so that concurrent batches cannot deadlock.
 */
export async function reserveLines(
  db: Kysely<Tables>,
  shares: readonly DraftShare[],
): Promise<ReservedLines[]> {
  const { rows } = await sql<ReservedLines>`
    insert into invoice (tenant_id, id, period, status, line_count, amount_cents, vat_cents,
                         paid_cents)
    select tenant_id, id, period, 'draft', lines, amount_cents, vat_cents, 0
      from json_to_recordset(${JSON.stringify(shares)}) as share(
             tenant_id text, id text, period text, lines integer, amount_cents bigint,
             vat_cents bigint)
     order by tenant_id collate "C", period collate "C"
    on conflict on constraint invoice_period_unique do update
      set line_count = invoice.line_count + excluded.line_count,
          amount_cents = invoice.amount_cents + excluded.amount_cents,
          vat_cents = invoice.vat_cents + excluded.vat_cents
      where invoice.status = 'draft'
    returning tenant_id, period, id as invoice_id, line_count as last`.execute(db);
  return rows;
}

export type NewLine = TenantCharge & { invoice_id: string; position: number };

export async function insertLines(db: Kysely<Tables>, lines: readonly NewLine[]): Promise<void> {
  await sql`
    insert into line (tenant_id, invoice_id, position, job_id, kind, ref, cost_centre, label,
                      amount_cents, vat_cents, vat_percent, happened_at)
    select tenant_id, invoice_id, position, job_id, kind, ref, cost_centre, label, amount_cents,
           vat_cents, vat_percent, happened_at
      from json_to_recordset(${JSON.stringify(lines)}) as line(
             tenant_id text, invoice_id text, position integer, job_id text, kind text, ref text,
             cost_centre text, label text, amount_cents bigint, vat_cents bigint,
             vat_percent integer, happened_at timestamptz)`.execute(db);
}

const columns = [
  'position',
  'job_id',
  'kind',
  'ref',
  'cost_centre',
  'label',
  'happened_at',
  centsColumn('amount_cents').as('amount_cents'),
  centsColumn('vat_cents').as('vat_cents'),
] as const;

/** Lines of one invoice after the first `after`, up to the `through`th. */
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
