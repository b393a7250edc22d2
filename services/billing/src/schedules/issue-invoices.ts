/**
 * Month-end: drafts of closed months become invoices.
 *
 * Terms
 * - **draft**: a tenant's invoice of a running month; charges add lines (`reactions/bill-jobs.ts`).
 * - **closed month**: one that is over in Johannesburg; a late charge goes to the next draft.
 * - **number**: `INV-<year>-<count>`, in one series per year, without gaps.
 * - **credit**: payments that are not allocated yet; they pay the oldest invoices first.
 * - **posting**: double entry of the ledger, whose two sides are equal.
 *
 *     draft ──issue──▶ issued ──rendering task──▶ with PDF
 *                        └──payment or credit──▶ paid
 *
 * Guarantees
 * - Number, date, balance, posting, event and rendering task of an invoice commit together.
 * - Numbers have no gaps: the counter's row is locked until the transaction ends, so a rollback gives
 *   its numbers back, and replicas issue one batch after the other.
 * - A run that was missed is caught up by the next: the schedule looks for closed months, not for one.
 *
 * Not guaranteed
 * - That an invoice is issued in the first minute of a month: batches run hourly, one after the other.
 * - That its PDF is there when it is issued: a task renders it (`workflows/render-invoice.ts`).
 *
 * Numbers: `batch` drafts a transaction; charges of their tenants wait for it, for they add to the
 * same rows. Why: docs/architecture/partners.md.
 */
import { newId } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import { every, renderInvoiceTask } from '../define.ts';
import { allocatePayments, invoiceAllocatedCents } from '../domain/allocation.ts';
import {
  applyPayment,
  type IssuedInvoice,
  issue,
  numberText,
  numberYear,
  outstandingCents,
  totalCents,
} from '../domain/invoice.ts';
import { lastClosedMonth } from '../domain/month.ts';
import { postingOfInvoice } from '../domain/posting.ts';
import { applyMovements } from '../store/accounts.ts';
import { lockDrafts, reserveNumbers, saveIssued } from '../store/invoices.ts';
import { insertPostings } from '../store/ledger.ts';
import { insertAllocations, lockUnspent, spendPayment } from '../store/payments.ts';
import type { Tables } from '../store/schema.ts';

/** Bounds the transaction, and how long lines of these tenants wait. */
const batch = 50;

/**
 * Hourly, so that a missed run is caught up: drafts of closed months get number, date, posting and
 * the task of their PDF, all in one transaction or not at all.
 */
export const issueInvoices = every(
  'issue-invoices',
  '2 * * * *',
  async ({ db, now, emit, enqueue }) => {
    const drafts = await lockDrafts(db, { through: lastClosedMonth(now), batch });
    if (drafts.length === 0) return undefined;
    const year = numberYear(now);
    const first = await reserveNumbers(db, year, drafts.length);
    const issued = drafts.map((draft, nth) => issue(draft, numberText(year, first + nth), now));
    await applyMovements(
      db,
      issued.map((invoice) => ({
        tenant_id: invoice.tenant_id,
        invoiced_cents: totalCents(invoice),
        received_cents: 0,
      })),
    );
    await saveIssued(db, await spendCredit(db, issued));
    const postings = issued.map((invoice) => ({
      id: newId('ltx_', now),
      ...postingOfInvoice(invoice),
    }));
    await insertPostings(db, postings, now);
    for (const invoice of issued) {
      const { id: invoice_id, tenant_id: tenant, period, amount_cents, number } = invoice;
      emit(
        'invoice.issued',
        { invoice_id, period, amount_cents, currency: 'ZAR', vat_inclusive: false },
        { number, total_cents: totalCents(invoice) },
        { tenant },
      );
      enqueue(renderInvoiceTask, { tenant_id: tenant, invoice_id });
    }
    return drafts.length === batch ? 'again' : undefined;
  },
);

/** Allocates credit: payments received before their invoice was issued. */
async function spendCredit(
  db: Kysely<Tables>,
  issued: readonly IssuedInvoice[],
): Promise<IssuedInvoice[]> {
  const funds = await lockUnspent(
    db,
    issued.map(({ tenant_id }) => tenant_id),
  );
  const ofTenants = Map.groupBy(funds, ({ tenant_id }) => tenant_id);
  const after = new Map(issued.map((invoice) => [invoice.id, invoice]));
  for (const [tenant, payments] of ofTenants) {
    const own = issued.filter(({ tenant_id }) => tenant_id === tenant);
    const owed = own.map((invoice) => ({
      id: invoice.id,
      outstanding_cents: outstandingCents(invoice),
    }));
    const allocations = allocatePayments(owed, payments);
    await insertAllocations(db, tenant, allocations);
    for (const allocation of allocations) await spendPayment(db, tenant, allocation);
    for (const invoice of own) {
      const paid = invoiceAllocatedCents(allocations, invoice.id);
      if (paid > 0) after.set(invoice.id, applyPayment(invoice, paid));
    }
  }
  return [...after.values()];
}
