import type { InvoiceLine, Invoice as InvoiceResource } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { Charge } from './charge.ts';
import { monthOf } from './month.ts';

export interface InvoiceRecord {
  tenant_id: string;
  id: string;
  period: string;
  status: InvoiceResource['status'];
  number: string | null;
  issued_at: Date | null;
  due_at: Date | null;
  line_count: number;
  amount_cents: number;
  vat_cents: number;
  paid_cents: number;
}
/** Issued: number and dates are final. */
export type IssuedInvoice = InvoiceRecord & { number: string; issued_at: Date; due_at: Date };

/** A line as it is shown. */
export type InvoiceLineRecord = Omit<Charge, 'vat_percent'> & { position: number };

const dueMs = 30 * 24 * 3_600_000;

export const totalCents = ({ amount_cents, vat_cents }: InvoiceRecord): number =>
  amount_cents + vat_cents;

export const outstandingCents = (invoice: InvoiceRecord): number =>
  totalCents(invoice) - invoice.paid_cents;

/** The year of a number is that of the day of issue, in Johannesburg. */
export const numberYear = (now: Date): number => Number(monthOf(now).slice(0, 4));

export const numberText = (year: number, count: number): string =>
  `INV-${year}-${String(count).padStart(6, '0')}`;

/** A draft becomes an invoice, due in 30 days; one with total zero counts as paid immediately. */
export const issue = (draft: InvoiceRecord, number: string, now: Date): IssuedInvoice => ({
  ...draft,
  number,
  status: totalCents(draft) === 0 ? 'paid' : 'issued',
  issued_at: now,
  due_at: new Date(now.getTime() + dueMs),
});

/** Adds a payment; an invoice settled in full becomes paid. */
export const applyPayment = <I extends InvoiceRecord>(invoice: I, cents: number): I => {
  const after = { ...invoice, paid_cents: invoice.paid_cents + cents };
  return outstandingCents(after) === 0 ? { ...after, status: 'paid' } : after;
};

export function requireIssued(invoice: InvoiceRecord): IssuedInvoice {
  const { number, issued_at, due_at } = invoice;
  if (number === null || !issued_at || !due_at) throw new Error(`${invoice.id} is a draft`);
  return { ...invoice, number, issued_at, due_at };
}

export const invoiceNotFound = (): Refusal =>
  new Refusal('invoice_not_found', 'There is no invoice with this id.');

export const invoicePending = (): Refusal =>
  new Refusal('invoice_pending', 'The invoice is a draft, or its PDF is being made.');

function toLine(line: InvoiceLineRecord): InvoiceLine {
  const { position: _, happened_at, ...rest } = line;
  return { ...rest, happened_at: happened_at.toISOString() };
}

export function toResource(
  invoice: InvoiceRecord,
  lines: readonly InvoiceLineRecord[],
  apiUrl: string,
): InvoiceResource {
  const { id, period, status, number, issued_at, due_at } = invoice;
  return {
    object: 'invoice',
    id,
    number,
    period,
    status,
    issued_at: issued_at?.toISOString() ?? null,
    due_at: due_at?.toISOString() ?? null,
    lines: lines.map(toLine),
    line_count: invoice.line_count,
    amount_cents: invoice.amount_cents,
    vat_cents: invoice.vat_cents,
    total_cents: totalCents(invoice),
    paid_cents: invoice.paid_cents,
    currency: 'ZAR',
    vat_inclusive: false,
    pdf_url: number === null ? null : `${apiUrl}/invoices/${id}`,
  };
}
