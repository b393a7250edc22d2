import type { Payment as PaymentResource } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { Invoice } from './invoice.ts';
import { dayOf } from './month.ts';
import type { Allocation } from './settle.ts';

interface Received {
  tenant_id: string;
  id: string;
  amount_cents: number;
  left_cents: number;
  received_on: string;
  reference: string;
}

/** Money that is said to come is not there yet. */
export function requireReceived({ received_on }: { received_on: string }, now: Date): void {
  if (received_on > dayOf(now)) {
    throw new Refusal('invalid_body', 'received_on lies in the future.');
  }
}

export function toPayment(
  payment: Received,
  allocations: readonly Allocation[],
  invoices: readonly Invoice[],
): PaymentResource {
  const numbers = new Map(invoices.map(({ id, number }) => [id, number ?? '']));
  const { left_cents, ...received } = payment;
  return {
    object: 'payment',
    ...received,
    currency: 'ZAR',
    settled: allocations.map(({ invoice_id, amount_cents }) => ({
      invoice_id,
      number: numbers.get(invoice_id) ?? '',
      amount_cents,
    })),
    credit_cents: left_cents,
  };
}
