/** Which money pays which invoice. */
export interface Owed {
  id: string;
  left_cents: number;
}
/** A payment with what is not spent yet. */
export interface Funds {
  id: string;
  left_cents: number;
}
export interface Allocation {
  payment_id: string;
  invoice_id: string;
  amount_cents: number;
}

/** Oldest money settles the oldest invoice first; what is left over stays credit. */
export function settle(invoices: readonly Owed[], payments: readonly Funds[]): Allocation[] {
  const allocations: Allocation[] = [];
  const funds = payments.map((payment) => ({ ...payment }));
  for (const invoice of invoices) {
    let left = invoice.left_cents;
    for (const fund of funds) {
      const amount_cents = Math.min(left, fund.left_cents);
      if (amount_cents === 0) continue;
      fund.left_cents -= amount_cents;
      left -= amount_cents;
      allocations.push({ payment_id: fund.id, invoice_id: invoice.id, amount_cents });
    }
  }
  return allocations;
}

export const allocatedTo = (allocations: readonly Allocation[], invoiceId: string): number =>
  sum(allocations.filter(({ invoice_id }) => invoice_id === invoiceId));

export const spentOf = (allocations: readonly Allocation[], paymentId: string): number =>
  sum(allocations.filter(({ payment_id }) => payment_id === paymentId));

const sum = (allocations: readonly Allocation[]): number =>
  allocations.reduce((total, { amount_cents }) => total + amount_cents, 0);
