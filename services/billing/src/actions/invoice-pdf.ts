import { query } from '../define.ts';
import { invoicePending } from '../domain/invoice.ts';
import { ensurePrinted } from '../printing.ts';
import { getInvoice } from '../store/invoices.ts';
import { findPrint } from '../store/prints.ts';

export const invoicePdf = query('invoicePdf', async ({ id }, { db, tenant, config }) => {
  const invoice = await getInvoice(db, tenant, id);
  const print = await findPrint(db, tenant, id);
  if (!print) throw invoicePending();
  await ensurePrinted(db, { invoice, ...print }, config);
  return { storage_key: print.pdf_key, file_name: `${invoice.number}.pdf` };
});
