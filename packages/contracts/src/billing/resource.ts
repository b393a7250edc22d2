import { z } from 'zod';
import { explained, invoiceId, jobId, jobRef, tenantId } from '../description.ts';
import { balanceCentsMax, cents, currency, timestamp } from '../primitives.ts';

/** `YYYY-MM` */
export const period = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .describe('Calendar month of Africa/Johannesburg, `YYYY-MM`.');

export const invoiceStatuses = ['draft', 'issued', 'paid', 'void'] as const;
export const lineKinds = ['delivery', 'cancellation'] as const;
export const invoiceStatus = explained(
  z.enum(invoiceStatuses),
  'Where the invoice is in its life.',
  {
    draft: 'its month is not over; lines are added.',
    issued: 'numbered, and to be paid.',
    paid: 'settled in full.',
    void: 'withdrawn; nothing is owed.',
  },
);

export const notInclusive = z
  .literal(false)
  .describe('Whether `amount_cents` contains VAT: it does not.');
const vatCents = cents.describe('VAT in cents, 15 %, halves rounded up per job.');

export const invoiceLine = z
  .object({
    job_id: jobId,
    ref: jobRef,
    cost_centre: z.string().describe('Cost centre of the job; empty when there is none.'),
    label: z.string().describe('What is billed, for people.'),
    amount_cents: cents.describe('Amount in cents, without VAT.'),
    vat_cents: vatCents,
    kind: explained(z.enum(lineKinds), 'Why it is billed.', {
      delivery: 'a delivered job.',
      cancellation: 'the fee of a job that was cancelled after a driver was assigned.',
    }),
    happened_at: timestamp.describe('When it was delivered or cancelled, UTC.'),
  })
  .describe('One charge: a delivered job or the fee of a cancelled one.');
export type InvoiceLine = z.infer<typeof invoiceLine>;

/** How many lines an invoice has inside a list. */
export const previewLinesMax = 10;

export const invoice = z
  .object({
    object: z.literal('invoice').describe('Names the resource: an invoice.'),
    id: invoiceId,
    number: z
      .string()
      .nullable()
      .describe('`INV-<year of issue>-<six digits>`, without gaps; null for a draft.'),
    period,
    status: invoiceStatus,
    issued_at: timestamp.nullable().describe('When it was issued, UTC; null for a draft.'),
    due_at: timestamp.nullable().describe('Until when to pay, UTC: 30 days on; null for a draft.'),
    lines: z
      .array(invoiceLine)
      .describe('Its lines, oldest first; in a list of invoices the first ten.'),
    line_count: z.int().min(0).describe('How many lines it has in all.'),
    amount_cents: cents.describe('Sum of the lines in cents, without VAT.'),
    vat_cents: vatCents,
    total_cents: cents.describe('What is to be paid in cents, VAT included.'),
    paid_cents: cents.describe('How much of the total is settled, in cents.'),
    currency,
    vat_inclusive: notInclusive,
    pdf_url: z
      .url()
      .nullable()
      .describe("The invoice's own address, for `Accept: application/pdf`; null for a draft."),
  })
  .describe('The charges of a month.');
export type Invoice = z.infer<typeof invoice>;

export const balanceCents = z
  .int()
  .min(-balanceCentsMax)
  .max(balanceCentsMax)
  .describe('Owed at the end in cents; negative is credit.');

/** Balances are amounts that the tenant owes; a negative one is credit. */
export const statement = z
  .object({
    object: z.literal('statement').describe('Names the resource: a statement.'),
    id: z.string().describe('Id of the statement: `st_` and a ULID.'),
    period,
    issued_at: timestamp.describe('When it was issued, UTC.'),
    opening_balance_cents: z
      .int()
      .min(-balanceCentsMax)
      .max(balanceCentsMax)
      .describe('Owed at the beginning in cents; negative is credit.'),
    invoiced_cents: cents.describe('Invoiced for the month in cents, VAT included.'),
    received_cents: cents.describe('Payments received in the month, in cents.'),
    balance_cents: balanceCents,
    currency,
  })
  .describe('Balance and movements of a month, after its invoice.');
export type Statement = z.infer<typeof statement>;

/** Movements that one answer shows. */
export const movementsMax = 1_000;

export const statementMovement = z
  .object({
    kind: explained(z.enum(['invoice', 'payment']), 'What moved the balance.', {
      invoice: 'an invoice that was issued.',
      payment: 'money received.',
    }),
    id: z.string().describe('Id of the invoice, `inv_…`, or of the payment, `pmt_…`.'),
    date: z.iso
      .date()
      .describe('Day on which the invoice was issued or the payment came, in Johannesburg.'),
    reference: z
      .string()
      .describe('Number of the invoice, `INV-…`; of a payment its reference, as received.'),
    amount_cents: z
      .int()
      .min(-balanceCentsMax)
      .max(balanceCentsMax)
      .describe('What it adds to the balance in cents, VAT included; a payment is negative.'),
  })
  .describe('An invoice or a payment that is part of the balance of a statement.');
export type MovementResource = z.infer<typeof statementMovement>;

export const statementDetail = statement
  .extend({
    movements: z
      .array(statementMovement)
      .describe(`By date, the first ${movementsMax}; the PDF has all.`),
    movement_count: z
      .int()
      .min(0)
      .describe('How many there are: opening balance and their sum are the balance.'),
  })
  .describe('Balance of a month with the invoices and payments that it is made of.');

export const payment = z
  .object({
    object: z.literal('payment').describe('Names the resource: a payment.'),
    id: z.string().describe('Id by which the payment can be quoted: `pmt_…`.'),
    tenant_id: tenantId,
    amount_cents: cents.describe('How much was received, in cents.'),
    currency,
    received_on: z.iso.date().describe('Day on which it came, `YYYY-MM-DD`, in Johannesburg.'),
    reference: z.string().describe('Reference on the bank statement, as sent.'),
    settled: z
      .array(
        z.object({
          invoice_id: invoiceId,
          number: z.string().describe('Number of the invoice, `INV-…`.'),
          amount_cents: cents.describe('How much of the payment settles it, in cents.'),
        }),
      )
      .describe('Invoices that it settles, the oldest first.'),
    credit_cents: cents.describe('What no invoice needed yet, in cents; it settles the next ones.'),
  })
  .describe('Money received; it settles the oldest invoices first.');
export type Payment = z.infer<typeof payment>;
