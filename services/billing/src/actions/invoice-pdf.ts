import { query } from '../define.ts';
import { invoicePending } from '../domain/invoice.ts';
import { findPdf } from '../store/invoice-pdfs.ts';
import { getInvoice } from '../store/invoices.ts';
import { ensureRendered } from '../workflows/render-invoice.ts';

export const invoicePdf = query('invoicePdf', async ({ id }, { db, tenant, config }) => {
  const invoice = await getInvoice(db, tenant, id);
  const print = await findPdf(db, tenant, id);
  if (!print) throw invoicePending();
  await ensureRendered(db, { invoice, ...print }, config);
  return { storage_key: print.pdf_key, file_name: `${invoice.number}.pdf` };
});
