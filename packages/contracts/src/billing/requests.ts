import { z } from 'zod';
import { endingBefore, opaqueId, page, requiredLine } from '../primitives.ts';
import { invoiceStatus, period } from './resource.ts';

/** Lines after the first number, up to the second: a draft may grow while it is read. */
export const lineCursor = z.string().regex(/^\d{1,9}-\d{1,9}$/);

const cursors = {
  ...page,
  ending_before: endingBefore,
};
type Cursors = { starting_after?: string | undefined; ending_before?: string | undefined };
export const oneCursor = <T extends z.ZodType<Cursors>>(filter: T) =>
  filter.refine((f) => !(f.starting_after && f.ending_before), {
    path: ['ending_before'],
    error: 'not together with starting_after',
  });

export const invoiceFilter = z.object({
  period: period.optional(),
  status: invoiceStatus.optional(),
  cost_centre: requiredLine(64)
    .optional()
    .describe('Only invoices with a line of this cost centre.'),
  ...cursors,
});
export type InvoiceFilter = z.infer<typeof invoiceFilter>;

export const statementFilter = z.object({ period: period.optional(), ...cursors });
export type StatementFilter = z.infer<typeof statementFilter>;

/** One billion rand: keeps every sum a safe integer. */
const paymentMaxCents = 100_000_000_000;

export const paymentRequest = z.object({
  tenant_id: opaqueId.describe('Organisation that made the payment: `ten_…`.'),
  amount_cents: z
    .int()
    .min(1)
    .max(paymentMaxCents)
    .describe('Amount received in cents, up to one billion rand.'),
  received_on: z.iso
    .date()
    .describe(
      'Day on which the payment was received, `YYYY-MM-DD`, in Johannesburg; not in the future.',
    ),
  reference: requiredLine(140).describe('Reference on the bank statement, up to 140 characters.'),
});
