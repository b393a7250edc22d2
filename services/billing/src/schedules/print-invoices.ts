import { setTimeout as pause } from 'node:timers/promises';
import { type PrinterContext, worker } from '../define.ts';
import { partiesOf, print } from '../printing.ts';
import { getInvoice } from '../store/invoices.ts';
import { claimUnprinted, savePrinted } from '../store/prints.ts';

/** Longer than the longest invoice takes. */
const leaseMs = 2 * 60_000;
const idleMs = 1_000;

/** Makes the PDF of each issued invoice, one at a time in every replica. */
export const printInvoices = worker('print-invoices', (context) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async () => {
    while (!signal.aborted) {
      const isBusy = await printOne(context).catch((err: unknown) => {
        context.log.warn({ err }, 'invoice not printed');
        return false;
      });
      if (!isBusy) await pause(idleMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const working = work();
  return {
    stop: () => {
      stopping.abort();
      return working;
    },
  };
});

/** False when there was none, or none that could be made. */
async function printOne({ db, clients, config, clock, transaction }: PrinterContext) {
  const now = clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const claimed = await transaction((within) => claimUnprinted(within.db, now, until));
  if (!claimed) return false;
  const { tenant_id: tenant, id } = claimed;
  const recipient = await clients.accounts.billingDetails({ tenant_id: tenant });
  const parties = partiesOf(config, recipient);
  const invoice = await getInvoice(db, tenant, id);
  const pdf_key = await print(db, { invoice, parties }, config);
  await transaction((within) => savePrinted(within.db, tenant, { id, parties, pdf_key }));
  return true;
}
