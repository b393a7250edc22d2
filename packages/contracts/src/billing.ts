/**
 * Billing: what customers owe, what they paid, and what partners are owed.
 *
 * Terms
 * - **line**: one thing that costs: a delivered job or the fee of a cancelled one, billed once.
 * - **period**: a calendar month of Africa/Johannesburg, `YYYY-MM`.
 * - **invoice**: the lines of a tenant's month; a draft until the month is over, then numbered for
 *   good. A line that comes after its month was invoiced stands on the next invoice, which says so.
 * - **statement**: where a tenant's account stands once a month's invoice is issued.
 * - **payment**: money received; settles the oldest invoices first, the rest is credit.
 * - **payout**: what a partner is owed for the delivered orders of a month.
 */
import { z } from 'zod';
import { command, defineContract, event, query } from './define.ts';
import { cents, currency, empty, listOf, opaqueId, requiredText, timestamp } from './primitives.ts';

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

/** Balances are what the tenant owes; below zero it has credit. */
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

const byId = z.object({ id: opaqueId });
/** Lines after the first number, up to the second: a draft may grow while it is read. */
const lineCursor = z.string().regex(/^\d{1,9}-\d{1,9}$/);
const idIssues = { 'id.invalid_format': 'invoice_not_found' } as const;
const page = {
  limit: z.int().min(1).max(100).default(20),
  starting_after: opaqueId.optional(),
  ending_before: opaqueId.optional(),
};
type Cursors = { starting_after?: string | undefined; ending_before?: string | undefined };
const oneCursor = <T extends z.ZodType<Cursors>>(filter: T) =>
  filter.refine((f) => !(f.starting_after && f.ending_before), {
    path: ['ending_before'],
    error: 'not together with starting_after',
  });

export const invoiceFilter = z.object({
  period: period.optional(),
  status: z.enum(invoiceStatuses).optional(),
  /** Invoices that have a line of this cost centre. */
  cost_centre: requiredText(64).optional(),
  ...page,
});
export type InvoiceFilter = z.infer<typeof invoiceFilter>;

export const statementFilter = z.object({ period: period.optional(), ...page });
export type StatementFilter = z.infer<typeof statementFilter>;

/** A billion rand: keeps every sum within whole numbers. */
const paymentMaxCents = 100_000_000_000;

export const billing = defineContract({
  name: 'billing',
  actions: {
    listInvoices: query({
      input: oneCursor(invoiceFilter),
      output: listOf(invoice),
      refusals: [],
    }),
    /** With as many lines as one message holds; `next`, as `starting_after`, gives those that follow. */
    getInvoice: query({
      input: byId.extend({ starting_after: lineCursor.optional() }),
      output: invoice.extend({ next: lineCursor.nullable() }),
      refusals: ['invoice_not_found'],
      issues: idIssues,
    }),
    /** Where the tax invoice lies as a PDF. */
    invoicePdf: query({
      input: byId,
      output: z.object({ storage_key: z.string(), file_name: z.string() }),
      refusals: ['invoice_not_found', 'invoice_pending'],
      issues: idIssues,
    }),
    listStatements: query({
      input: oneCursor(statementFilter),
      output: listOf(statement),
      refusals: [],
    }),

    // Operations: the carrier's desk, for any tenant.
    recordPayment: command({
      input: z.object({
        tenant_id: opaqueId,
        amount_cents: z.int().min(1).max(paymentMaxCents),
        /** The day on which the money came, in Johannesburg; not in the future. */
        received_on: z.iso.date(),
        /** What the bank statement says. */
        reference: requiredText(140),
      }),
      output: payment,
      refusals: ['unknown_tenant', 'invalid_body'],
      issues: { 'tenant_id.invalid_format': 'unknown_tenant' },
    }),
  },
  events: {
    'invoice.issued': event(
      z.object({
        invoice_id: z.string(),
        period,
        amount_cents: cents,
        currency,
        vat_inclusive: z.literal(false),
      }),
      z.object({ number: z.string(), total_cents: cents }),
    ),
    'statement.issued': event(
      z.object({ statement_id: z.string(), period, balance_cents: z.int(), currency }),
      empty,
    ),
    'payout.sent': event(
      z.object({ payout_id: z.string(), amount_cents: cents, currency }),
      z.object({ period, orders: z.int() }),
    ),
  },
});
