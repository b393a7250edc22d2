/** Tax invoices in file storage. */
import type { BillingDetails } from '@svc/contracts';
import { createStorage } from '@svc/kit/storage';
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import { type Invoice, type Line, requireIssued } from './domain/invoice.ts';
import { type Parties, pdfKey } from './domain/tax-invoice.ts';
import { taxInvoicePdf } from './pdf.ts';
import { linesPerMessage, listLines } from './store/lines.ts';
import type { Tables } from './store/schema.ts';

const mediaType = 'application/pdf';

export const partiesOf = (config: Config, recipient: BillingDetails): Parties => ({
  supplier: {
    name: config.SVC_SUPPLIER_NAME,
    address: config.SVC_SUPPLIER_ADDRESS.split('|').filter(Boolean),
    vat_number: config.SVC_SUPPLIER_VAT_NUMBER ?? 'not configured',
    bank: config.SVC_SUPPLIER_BANK.split('|').filter(Boolean),
  },
  recipient,
});

/** Answers under which key it lies. */
export async function print(
  db: Kysely<Tables>,
  { invoice, parties }: { invoice: Invoice; parties: Parties },
  { SVC_FILES_URL }: Config,
): Promise<string> {
  const lines = linesOf(db, invoice);
  const bytes = await taxInvoicePdf({ invoice: requireIssued(invoice), parties, lines });
  const key = pdfKey(invoice.tenant_id, invoice.id);
  await createStorage(SVC_FILES_URL).put(key, bytes, mediaType);
  return key;
}

/** A file that was lost is made again: data and parties are as they were. */
export async function ensurePrinted(
  db: Kysely<Tables>,
  printed: { invoice: Invoice; parties: Parties; pdf_key: string },
  config: Config,
): Promise<void> {
  const isThere = await createStorage(config.SVC_FILES_URL).exists(printed.pdf_key);
  if (!isThere) await print(db, printed, config);
}

async function* linesOf(
  db: Kysely<Tables>,
  { tenant_id, id: invoice_id, line_count }: Invoice,
): AsyncGenerator<Line, undefined> {
  for (let after = 0; after < line_count; after += linesPerMessage) {
    const through = after + linesPerMessage;
    yield* await listLines(db, tenant_id, { invoice_id, after, through });
  }
  return undefined;
}
