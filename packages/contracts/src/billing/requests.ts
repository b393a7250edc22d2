import { z } from 'zod';
import { opaqueId, page, requiredText } from '../primitives.ts';
import { invoiceStatuses, period } from './resource.ts';

/** Lines after the first number, up to the second: a draft may grow while it is read. */
export const lineCursor = z.string().regex(/^\d{1,9}-\d{1,9}$/);

const cursors = {
  ...page,
  ending_before: opaqueId.optional(),
};
type Cursors = { starting_after?: string | undefined; ending_before?: string | undefined };
export const oneCursor = <T extends z.ZodType<Cursors>>(filter: T) =>
  filter.refine((f) => !(f.starting_after && f.ending_before), {
    path: ['ending_before'],
    error: 'not together with starting_after',
  });

export const invoiceFilter = z.object({
  period: period.optional(),
  status: z.enum(invoiceStatuses).optional(),
  /** Invoices that have a line of this cost centre. */
  cost_centre: requiredText(64).optional(),
  ...cursors,
});
export type InvoiceFilter = z.infer<typeof invoiceFilter>;

export const statementFilter = z.object({ period: period.optional(), ...cursors });
export type StatementFilter = z.infer<typeof statementFilter>;

/** A billion rand: keeps every sum within whole numbers. */
const paymentMaxCents = 100_000_000_000;

export const paymentRequest = z.object({
  tenant_id: opaqueId,
  amount_cents: z.int().min(1).max(paymentMaxCents),
  /** The day on which the money came, in Johannesburg; not in the future. */
  received_on: z.iso.date(),
  /** Reference on the bank statement. */
  reference: requiredText(140),
});
