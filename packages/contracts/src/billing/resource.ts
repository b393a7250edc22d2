import { z } from 'zod';
import { explained, invoiceId, jobId, jobRef, objectType, tenantId } from '../description.ts';
import { balanceCentsMax, cents, currency, timestamp } from '../primitives.ts';

/** `YYYY-MM` */
export const period = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .describe('Calendar month in Africa/Johannesburg, `YYYY-MM`.');

export const invoiceStatuses = ['draft', 'issued', 'paid', 'void'] as const;
export const lineKinds = ['delivery', 'cancellation'] as const;
export const invoiceStatus = explained(z.enum(invoiceStatuses), 'Status of the invoice.', {
  draft: 'the month is not over; lines are still added.',
  issued: 'numbered and due for payment.',
  paid: 'settled in full.',
  void: 'withdrawn; nothing is owed.',
});

export const notInclusive = z
  .literal(false)
  .describe('Always `false`: `amount_cents` excludes VAT.');
const vatCents = cents.describe('VAT in cents: 15 %, rounded half up per job.');

export const invoiceLine = z
  .object({
    job_id: jobId,
    ref: jobRef,
    cost_centre: z.string().describe('Cost centre of the job; empty if there is none.'),
    label: z.string().describe('Description of the charge.'),
    amount_cents: cents.describe('Amount in cents, excluding VAT.'),
    vat_cents: vatCents,
    kind: explained(z.enum(lineKinds), 'Reason for the charge.', {
      delivery: 'a delivered job.',
      cancellation: 'the fee of a job that was cancelled after a driver was assigned.',
    }),
    happened_at: timestamp.describe('When the job was delivered or cancelled, UTC.'),
  })
  .describe('One charge: a delivered job or the fee of a cancelled one.');
export type InvoiceLine = z.infer<typeof invoiceLine>;

/** Number of lines per invoice inside a list. */
export const previewLinesMax = 10;

export const invoice = z
  .object({
    object: objectType('invoice'),
    id: invoiceId,
    number: z
      .string()
      .nullable()
      .describe('`INV-<year of issue>-<six digits>`, numbered without gaps; null for a draft.'),
    period,
    status: invoiceStatus,
    issued_at: timestamp.nullable().describe('When the invoice was issued, UTC; null for a draft.'),
    due_at: timestamp.nullable().describe('Due date, UTC: 30 days after issue; null for a draft.'),
    lines: z
      .array(invoiceLine)
      .describe('Lines, oldest first; in a list of invoices the first ten.'),
    line_count: z.int().min(0).describe('Total number of lines.'),
    amount_cents: cents.describe('Sum of the lines in cents, excluding VAT.'),
    vat_cents: vatCents,
    total_cents: cents.describe('Amount due in cents, including VAT.'),
    paid_cents: cents.describe('Amount settled so far, in cents.'),
    currency,
    vat_inclusive: notInclusive,
    pdf_url: z
      .url()
      .nullable()
      .describe('URL of the invoice, for `Accept: application/pdf`; null for a draft.'),
  })
  .describe('Charges of a month.');
export type Invoice = z.infer<typeof invoice>;

export const balanceCents = z
  .int()
  .min(-balanceCentsMax)
  .max(balanceCentsMax)
  .describe('Closing balance in cents; negative is credit.');

/** Balances are amounts owed by the tenant; a negative balance is credit. */
export const statement = z
  .object({
    object: objectType('statement'),
    id: z.string().describe('Id of the statement: `st_` and a ULID.'),
    period,
    issued_at: timestamp.describe('When the statement was issued, UTC.'),
    opening_balance_cents: z
      .int()
      .min(-balanceCentsMax)
      .max(balanceCentsMax)
      .describe('Opening balance in cents; negative is credit.'),
    invoiced_cents: cents.describe('Amount invoiced for the month in cents, including VAT.'),
    received_cents: cents.describe('Payments received in the month, in cents.'),
    balance_cents: balanceCents,
    currency,
  })
  .describe('Balance and movements of a month, created after its invoice.');
export type Statement = z.infer<typeof statement>;

/** Movements in one response. */
export const movementsMax = 1_000;

export const statementMovement = z
  .object({
    kind: explained(z.enum(['invoice', 'payment']), 'Kind of movement.', {
      invoice: 'an invoice that was issued.',
      payment: 'money received.',
    }),
    id: z.string().describe('Id of the invoice, `inv_…`, or the payment, `pmt_…`.'),
    date: z.iso
      .date()
      .describe('Day on which the invoice was issued or the payment received, in Johannesburg.'),
    reference: z.string().describe('Invoice number, `INV-…`, or reference of the payment as sent.'),
    amount_cents: z
      .int()
      .min(-balanceCentsMax)
      .max(balanceCentsMax)
      .describe('Change of the balance in cents, including VAT; negative for a payment.'),
  })
  .describe('An invoice or payment on a statement.');
export type MovementResource = z.infer<typeof statementMovement>;

export const statementDetail = statement
  .extend({
    movements: z
      .array(statementMovement)
      .describe(`Movements by date, the first ${movementsMax}; the PDF lists all.`),
    movement_count: z
      .int()
      .min(0)
      .describe(
        'Total number of movements. The closing balance is the opening balance plus their sum.',
      ),
  })
  .describe('Balance of a month, with its invoices and payments.');

export const payment = z
  .object({
    object: objectType('payment'),
    id: z.string().describe('Id of the payment: `pmt_…`.'),
    tenant_id: tenantId,
    amount_cents: cents.describe('Amount received, in South African cents.'),
    currency,
    received_on: z.iso
      .date()
      .describe('Day on which the payment was received, `YYYY-MM-DD`, in Johannesburg.'),
    reference: z.string().describe('Reference on the bank statement, as sent.'),
    settled: z
      .array(
        z.object({
          invoice_id: invoiceId,
          number: z.string().describe('Invoice number, `INV-…`.'),
          amount_cents: cents.describe('Part of the payment that settles this invoice, in cents.'),
        }),
      )
      .describe('Invoices settled by the payment, oldest first.'),
    credit_cents: cents.describe('Remaining credit in cents; settles the next invoices.'),
  })
  .describe('A payment received. It settles the oldest invoices first.');
export type Payment = z.infer<typeof payment>;
