/** Renders tax invoices as PDF into file storage. */
import type { BillingDetails } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { renderTaxInvoice } from '../adapters/pdf/tax-invoice.ts';
import { pdfExists, putPdf } from '../adapters/pdf-storage.ts';
import type { Config } from '../config.ts';
import { type InvoiceLineRecord, type InvoiceRecord, requireIssued } from '../domain/invoice.ts';
import { type Parties, pdfKey } from '../domain/tax-invoice.ts';
import { linesPerMessage, listLines } from '../store/lines.ts';
import type { Tables } from '../store/schema.ts';

export const invoiceParties = (config: Config, recipient: BillingDetails): Parties => ({
  supplier: {
    name: config.SVC_SUPPLIER_NAME,
    address: config.SVC_SUPPLIER_ADDRESS.split('|').filter(Boolean),
    vat_number: config.SVC_SUPPLIER_VAT_NUMBER ?? 'not configured',
    bank: config.SVC_SUPPLIER_BANK.split('|').filter(Boolean),
  },
  recipient,
});

/** Returns the storage key of the PDF. */
export async function renderInvoice(
  db: Kysely<Tables>,
  { invoice, parties }: { invoice: InvoiceRecord; parties: Parties },
  config: Config,
): Promise<string> {
  const lines = linesOf(db, invoice);
  const bytes = await renderTaxInvoice({ invoice: requireIssued(invoice), parties, lines });
  const key = pdfKey(invoice.tenant_id, invoice.id);
  await putPdf(config, key, bytes);
  return key;
}

/** Renders a lost file again, with the same bytes: invoice and parties are frozen. */
export async function ensureRendered(
  db: Kysely<Tables>,
  rendered: { invoice: InvoiceRecord; parties: Parties; pdf_key: string },
  config: Config,
): Promise<void> {
  if (!(await pdfExists(config, rendered.pdf_key))) await renderInvoice(db, rendered, config);
}

async function* linesOf(
  db: Kysely<Tables>,
  { tenant_id, id: invoice_id, line_count }: InvoiceRecord,
): AsyncGenerator<InvoiceLineRecord, undefined> {
  for (let after = 0; after < line_count; after += linesPerMessage) {
    const through = after + linesPerMessage;
    yield* await listLines(db, tenant_id, { invoice_id, after, through });
  }
  return undefined;
}
