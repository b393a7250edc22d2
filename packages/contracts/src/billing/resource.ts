import { z } from 'zod';
import { cents, currency, timestamp } from '../primitives.ts';

/** `YYYY-MM` */
export const period = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

export const invoiceStatuses = ['draft', 'issued', 'paid', 'void'] as const;
export const lineKinds = ['delivery', 'cancellation'] as const;

export const invoiceLine = z.object({
  job_id: z.string(),
  ref: z.string(),
  cost_centre: z.string(),
  label: z.string(),
  amount_cents: cents,
  vat_cents: cents,
  kind: z.enum(lineKinds),
  happened_at: timestamp,
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

/** How many lines an invoice has inside a list. */
export const previewLinesMax = 10;

export const invoice = z.object({
  object: z.literal('invoice'),
  id: z.string(),
  /** `INV-<year of issue>-<six digits>`, without gaps per environment and year; null for a draft. */
  number: z.string().nullable(),
  period,
  status: z.enum(invoiceStatuses),
  issued_at: timestamp.nullable(),
  due_at: timestamp.nullable(),
  /** All of them, oldest first; in a list of invoices the first ten. */
  lines: z.array(invoiceLine),
  line_count: z.int().min(0),
  amount_cents: cents,
  vat_cents: cents,
  total_cents: cents,
  /** How much of the total is settled. */
  paid_cents: cents,
  currency,
  vat_inclusive: z.literal(false),
  /** The invoice's own address, for `Accept: application/pdf`; null for a draft. */
  pdf_url: z.url().nullable(),
});
export type Invoice = z.infer<typeof invoice>;

/** Balances are amounts that the tenant owes; a negative one is credit. */
export const statement = z.object({
  object: z.literal('statement'),
  id: z.string(),
  period,
  issued_at: timestamp,
  opening_balance_cents: z.int(),
  invoiced_cents: cents,
  received_cents: cents,
  balance_cents: z.int(),
  currency,
});
export type Statement = z.infer<typeof statement>;

export const payment = z.object({
  object: z.literal('payment'),
  id: z.string(),
  tenant_id: z.string(),
  amount_cents: cents,
  currency,
  received_on: z.iso.date(),
  reference: z.string(),
  settled: z.array(z.object({ invoice_id: z.string(), number: z.string(), amount_cents: cents })),
  /** What no invoice needed yet; it settles the next ones. */
  credit_cents: cents,
});
export type Payment = z.infer<typeof payment>;
