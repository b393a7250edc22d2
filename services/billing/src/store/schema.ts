import type { ColumnType } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import type { Charge } from '../domain/charge.ts';
import type { InvoiceRecord } from '../domain/invoice.ts';
import type { LedgerAccount, Posting } from '../domain/posting.ts';
import type { StatementMovement } from '../domain/statement.ts';
import type { Parties } from '../domain/tax-invoice.ts';

/** A bigint: the driver reads it as text, so selects cast it. All sums are below 2^53. */
type Cents = ColumnType<string, number, number>;
type Sums = 'amount_cents' | 'vat_cents' | 'paid_cents';

export interface Tables {
  invoice: Omit<InvoiceRecord, Sums> & { [K in Sums]: Cents } & {
    parties: ColumnType<Parties | null, string | null, string | null>;
    pdf_key: string | null;
  };
  line: LineTable;
  number_counter: { year: number; last: number };
  ledger_posting: {
    id: string;
    tenant_id: string;
    kind: Posting['kind'];
    subject: string;
    posted_at: Date;
  };
  ledger_entry: {
    tenant_id: string;
    posting_id: string;
    account: LedgerAccount;
    amount_cents: Cents;
  };
  account: {
    tenant_id: string;
    opening_cents: Cents;
    invoiced_cents: Cents;
    received_cents: Cents;
    /** Period of the last statement; empty before the first. */
    statement_period: string;
  };
  payment: PaymentTable;
  allocation: { tenant_id: string; payment_id: string; invoice_id: string; amount_cents: Cents };
  statement: {
    tenant_id: string;
    id: string;
    period: string;
    issued_at: Date;
    opening_cents: Cents;
    invoiced_cents: Cents;
    received_cents: Cents;
  };
  statement_movement: {
    tenant_id: string;
    statement_id: string;
    position: number;
    kind: StatementMovement['kind'];
    subject: string;
    happened_on: string;
    reference: string;
    amount_cents: Cents;
  };
  statement_pdf: {
    tenant_id: string;
    statement_id: string;
    parties: ColumnType<Parties, string, never>;
    pdf_key: string;
  };
  payout: {
    tenant_id: string;
    id: string;
    period: string;
    orders: number;
    amount_cents: Cents;
    sent_at: Date;
  };
  earning: {
    tenant_id: string;
    order_id: string;
    job_id: string;
    month: string;
    amount_cents: Cents;
    payout_id: string | null;
  };
}

type LineTable = Omit<Charge, 'amount_cents' | 'vat_cents'> & {
  tenant_id: string;
  invoice_id: string;
  position: number;
  amount_cents: Cents;
  vat_cents: Cents;
};

interface PaymentTable {
  tenant_id: string;
  id: string;
  amount_cents: Cents;
  unallocated_cents: Cents;
  received_on: ColumnType<Date, string, string>;
  reference: string;
  recorded_at: Date;
  recorded_by: string;
}

/** A bigint column as a number: whole cents up to 2^53 are exact. */
export const centsColumn = (column: string): RawBuilder<number> =>
  sql<number>`${sql.ref(column)}::float8`;
