import { pageOf } from '@svc/kit/page';
import { apiUrl } from '../config.ts';
import { query } from '../define.ts';
import { toResource } from '../domain/invoice.ts';
import { getInvoice as get } from '../store/invoices.ts';
import { linesPerMessage, listLines } from '../store/lines.ts';

export const getInvoice = query('getInvoice', async (request, { db, tenant, config }) => {
  const invoice = await get(db, tenant, request.id);
  const { line_count } = invoice;
  const [after = 0, until = line_count] = request.starting_after?.split('-').map(Number) ?? [];
  const through = Math.min(until, after + linesPerMessage);
  const lines = await listLines(db, tenant, { invoice_id: request.id, after, through });
  const { data } = pageOf(lines, linesPerMessage);
  const reached = after + data.length;
  const next = data.length > 0 && reached < until ? `${reached}-${until}` : null;
  return { ...toResource(invoice, data, apiUrl(config)), next };
});
