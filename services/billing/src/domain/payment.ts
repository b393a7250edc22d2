import type { Payment as PaymentResource } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { Allocation } from './allocation.ts';
import type { InvoiceRecord } from './invoice.ts';
import { dayOf } from './month.ts';

interface ReceivedPayment {
  tenant_id: string;
  id: string;
  amount_cents: number;
  unallocated_cents: number;
  received_on: string;
  reference: string;
}

/** Refuses a payment dated in the future. */
export function requireReceived({ received_on }: { received_on: string }, now: Date): void {
  if (received_on > dayOf(now)) {
    throw new Refusal('invalid_body', 'received_on lies in the future.');
  }
}

export function toPayment(
  payment: ReceivedPayment,
  allocations: readonly Allocation[],
  invoices: readonly InvoiceRecord[],
): PaymentResource {
  const numbers = new Map(invoices.map(({ id, number }) => [id, number ?? '']));
  const { unallocated_cents, ...received } = payment;
  return {
    object: 'payment',
    ...received,
    currency: 'ZAR',
    settled: allocations.map(({ invoice_id, amount_cents }) => ({
      invoice_id,
      number: numbers.get(invoice_id) ?? '',
      amount_cents,
    })),
    credit_cents: unallocated_cents,
  };
}
