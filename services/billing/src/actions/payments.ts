import { newId } from '@svc/kit/ids';
import { command } from '../define.ts';
import { allocatePayments, invoiceAllocatedCents } from '../domain/allocation.ts';
import { applyPayment, outstandingCents } from '../domain/invoice.ts';
import { requireReceived, toPayment } from '../domain/payment.ts';
import { postingOfPayment } from '../domain/posting.ts';
import { applyMovements } from '../store/accounts.ts';
import { lockUnpaid, savePaid } from '../store/invoices.ts';
import { insertPostings } from '../store/ledger.ts';
import { insertAllocations, insertPayment } from '../store/payments.ts';

/** The carrier records it; it belongs to the tenant that paid. */
export const recordPayment = command('recordPayment', {
  gather: async ({ tenant_id }, { clients }) => {
    await clients.accounts.billingDetails({ tenant_id });
  },
  handle: async ({ tenant_id, ...received }, { db, actor, now }) => {
    requireReceived(received, now);
    const id = newId('pmt_', now);
    const { amount_cents } = received;
    await applyMovements(db, [{ tenant_id, invoiced_cents: 0, received_cents: amount_cents }]);
    const unpaid = await lockUnpaid(db, tenant_id);
    const allocations = allocatePayments(
      unpaid.map((invoice) => ({ id: invoice.id, outstanding_cents: outstandingCents(invoice) })),
      [{ id, unallocated_cents: amount_cents }],
    );
    const settled = unpaid
      .map((invoice) => applyPayment(invoice, invoiceAllocatedCents(allocations, invoice.id)))
      .slice(0, allocations.length);
    const spent = allocations.reduce((sum, allocation) => sum + allocation.amount_cents, 0);
    const payment = { ...received, id, unallocated_cents: amount_cents - spent };
    await insertPayment(db, tenant_id, { ...payment, recorded_at: now, recorded_by: actor });
    await insertAllocations(db, tenant_id, allocations);
    for (const invoice of settled) await savePaid(db, tenant_id, invoice);
    const posting = postingOfPayment({ tenant_id, id, amount_cents });
    await insertPostings(db, [{ id: newId('ltx_', now), ...posting }], now);
    return toPayment({ tenant_id, ...payment }, allocations, unpaid);
  },
});
