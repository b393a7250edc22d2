import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocatePayments, invoiceAllocatedCents, paymentSpentCents } from './allocation.ts';

const invoicesOf = (amounts: readonly number[]) =>
  amounts.map((outstanding_cents, n) => ({ id: `i${n}`, outstanding_cents }));
const paymentsOf = (amounts: readonly number[]) =>
  amounts.map((unallocated_cents, n) => ({ id: `p${n}`, unallocated_cents }));

describe('settling', () => {
  it.each([
    ['exactly', [100], [100], ['i0 p0 100']],
    ['in part', [100], [40], ['i0 p0 40']],
    ['with credit left', [100], [140], ['i0 p0 100']],
    ['oldest invoices first', [100, 100], [150], ['i0 p0 100', 'i1 p0 50']],
    ['oldest money first', [100], [60, 60], ['i0 p0 60', 'i0 p1 40']],
    ['nothing', [], [100], []],
    ['an invoice of nothing', [0], [100], []],
    ['without money', [100], [], []],
  ])('distributes the money by the rule: %s', (_, invoices, payments, expected) => {
    const allocations = allocatePayments(invoicesOf(invoices), paymentsOf(payments));
    const told = allocations.map(
      (each) => `${each.invoice_id} ${each.payment_id} ${each.amount_cents}`,
    );
    expect(told).toEqual(expected);
  });

  it('never spends more than paid, pays more than owed, or leaves both', () => {
    const amounts = fc.array(fc.nat({ max: 1000 }), { maxLength: 8 });
    fc.assert(
      fc.property(amounts, amounts, (owed, money) => {
        const invoices = invoicesOf(owed);
        const payments = paymentsOf(money);
        const allocations = allocatePayments(invoices, payments);
        const outstanding = invoices.map(
          (invoice) => invoice.outstanding_cents - invoiceAllocatedCents(allocations, invoice.id),
        );
        const unspent = payments.map(
          (payment) => payment.unallocated_cents - paymentSpentCents(allocations, payment.id),
        );
        expect(Math.min(0, ...outstanding, ...unspent)).toBe(0);
        const open = outstanding.some((cents) => cents > 0);
        expect(open && unspent.some((cents) => cents > 0)).toBe(false);
      }),
    );
  });
});
