import { pageOf } from '@svc/kit/page';
import { apiUrl } from '../config.ts';
import { query } from '../define.ts';
import { toResource } from '../domain/invoice.ts';
import { getInvoice as get } from '../store/invoices.ts';
import { linesPerMessage, listLines } from '../store/lines.ts';

export const getInvoice = query('getInvoice', async ({ id }, { db, tenant, config }) => {
  const invoice = await get(db, tenant, id);
  const through = Math.min(invoice.line_count, linesPerMessage);
  const lines = await listLines(db, tenant, { invoice_id: id, after: 0, through });
  return toResource(invoice, pageOf(lines, linesPerMessage).data, apiUrl(config));
});
