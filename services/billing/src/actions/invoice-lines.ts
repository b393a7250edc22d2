import { pageOf } from '@svc/kit/page';
import { query } from '../define.ts';
import { toLine } from '../domain/invoice.ts';
import { getInvoice } from '../store/invoices.ts';
import { linesPerMessage, listLines } from '../store/lines.ts';

export const invoiceLines = query('invoiceLines', async ({ id, after }, { db, tenant }) => {
  const { line_count } = await getInvoice(db, tenant, id);
  const through = Math.min(line_count, after + linesPerMessage);
  const lines = await listLines(db, tenant, { invoice_id: id, after, through });
  return { lines: pageOf(lines.map(toLine), linesPerMessage).data };
});
