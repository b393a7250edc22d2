import { newId } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import { every } from '../define.ts';
import {
  type Issued,
  issue,
  leftCents,
  numberText,
  numberYear,
  settledBy,
  totalCents,
} from '../domain/invoice.ts';
import { lastClosedMonth } from '../domain/month.ts';
import { postingOfInvoice } from '../domain/posting.ts';
import { allocatedTo, settle } from '../domain/settle.ts';
import { moveAccounts } from '../store/accounts.ts';
import { lockDrafts, saveIssued, takeNumbers } from '../store/invoices.ts';
import { post } from '../store/ledger.ts';
import { insertAllocations, lockUnspent, spend } from '../store/payments.ts';
import type { Tables } from '../store/schema.ts';

/** Bounds the transaction, and how long lines of these tenants wait. */
const batch = 50;

/**
 * Every hour, so that what was missed is made up for: drafts of months that are over get number,
 * date and posting, all in one transaction or not at all.
 */
export const issueInvoices = every('issue-invoices', '2 * * * *', async ({ db, now, emit }) => {
  const drafts = await lockDrafts(db, { through: lastClosedMonth(now), batch });
  if (drafts.length === 0) return undefined;
  const year = numberYear(now);
  const first = await takeNumbers(db, year, drafts.length);
  const issued = drafts.map((draft, nth) => issue(draft, numberText(year, first + nth), now));
  await moveAccounts(
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
  await post(db, postings, now);
  for (const invoice of issued) {
    const { id: invoice_id, tenant_id: tenant, period, amount_cents, number } = invoice;
    emit(
      'invoice.issued',
      { invoice_id, period, amount_cents, currency: 'ZAR', vat_inclusive: false },
      { number, total_cents: totalCents(invoice) },
      { tenant },
    );
  }
  return drafts.length === batch ? 'again' : undefined;
});

/** Money that came before there was an invoice for it. */
async function spendCredit(db: Kysely<Tables>, issued: readonly Issued[]): Promise<Issued[]> {
  const funds = await lockUnspent(
    db,
    issued.map(({ tenant_id }) => tenant_id),
  );
  const ofTenants = Map.groupBy(funds, ({ tenant_id }) => tenant_id);
  const after = new Map(issued.map((invoice) => [invoice.id, invoice]));
  for (const [tenant, payments] of ofTenants) {
    const own = issued.filter(({ tenant_id }) => tenant_id === tenant);
    const owed = own.map((invoice) => ({ id: invoice.id, left_cents: leftCents(invoice) }));
    const allocations = settle(owed, payments);
    await insertAllocations(db, tenant, allocations);
    for (const allocation of allocations) await spend(db, tenant, allocation);
    for (const invoice of own) {
      const paid = allocatedTo(allocations, invoice.id);
      if (paid > 0) after.set(invoice.id, settledBy(invoice, paid));
    }
  }
  return [...after.values()];
}
