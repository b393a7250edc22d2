/** Double entries: debits above zero, credits below; the entries of a posting sum to zero. */
import type { IssuedInvoice } from './invoice.ts';
import { totalCents } from './invoice.ts';

export const ledgerAccounts = [
  'receivable',
  'revenue',
  'vat',
  'cash',
  'payouts_payable',
  'payout_cost',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

export interface Posting {
  tenant_id: string;
  kind: 'invoice' | 'payment' | 'partner_order' | 'payout';
  /** Id of the booked object; posted once. */
  subject: string;
  entries: { account: LedgerAccount; amount_cents: number }[];
}

/** An issued invoice is owed by its tenant: revenue for us, VAT for the revenue service. */
export const postingOfInvoice = (invoice: IssuedInvoice): Posting => ({
  tenant_id: invoice.tenant_id,
  kind: 'invoice',
  subject: invoice.id,
  entries: [
    { account: 'receivable', amount_cents: totalCents(invoice) },
    { account: 'revenue', amount_cents: -invoice.amount_cents },
    { account: 'vat', amount_cents: -invoice.vat_cents },
  ],
});

interface Amount {
  tenant_id: string;
  id: string;
  amount_cents: number;
}

/** A payment reduces the receivable. */
export const postingOfPayment = (payment: Amount): Posting =>
  transfer(payment, 'payment', ['cash', 'receivable']);

/** A partner's delivered order costs us, and is owed to the partner until it is paid out. */
export const postingOfPartnerOrder = (order: Amount): Posting =>
  transfer(order, 'partner_order', ['payout_cost', 'payouts_payable']);

export const postingOfPayout = (payout: Amount): Posting =>
  transfer(payout, 'payout', ['payouts_payable', 'cash']);

const transfer = (
  { tenant_id, id, amount_cents }: Amount,
  kind: Posting['kind'],
  [debit, credit]: readonly [LedgerAccount, LedgerAccount],
): Posting => ({
  tenant_id,
  kind,
  subject: id,
  entries: [
    { account: debit, amount_cents },
    { account: credit, amount_cents: -amount_cents },
  ],
});
