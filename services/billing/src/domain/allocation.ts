/** Allocation of payments to invoices. */
export interface OutstandingInvoice {
  id: string;
  outstanding_cents: number;
}
/** A payment and its unallocated rest. */
export interface UnspentPayment {
  id: string;
  unallocated_cents: number;
}
export interface Allocation {
  payment_id: string;
  invoice_id: string;
  amount_cents: number;
}

/** First in, first out: the oldest payment settles the oldest invoice; the rest stays credit. */
export function allocatePayments(
  invoices: readonly OutstandingInvoice[],
  payments: readonly UnspentPayment[],
): Allocation[] {
  const allocations: Allocation[] = [];
  const funds = payments.map((payment) => ({ ...payment }));
  for (const invoice of invoices) {
    let outstanding = invoice.outstanding_cents;
    for (const fund of funds) {
      const amount_cents = Math.min(outstanding, fund.unallocated_cents);
      if (amount_cents === 0) continue;
      fund.unallocated_cents -= amount_cents;
      outstanding -= amount_cents;
      allocations.push({ payment_id: fund.id, invoice_id: invoice.id, amount_cents });
    }
  }
  return allocations;
}

export const invoiceAllocatedCents = (
  allocations: readonly Allocation[],
  invoiceId: string,
): number => sum(allocations.filter(({ invoice_id }) => invoice_id === invoiceId));

export const paymentSpentCents = (allocations: readonly Allocation[], paymentId: string): number =>
  sum(allocations.filter(({ payment_id }) => payment_id === paymentId));

const sum = (allocations: readonly Allocation[]): number =>
  allocations.reduce((total, { amount_cents }) => total + amount_cents, 0);
