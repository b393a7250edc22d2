import { pageOf } from '@svc/kit/page';
import { apiUrl } from '../config.ts';
import { query } from '../define.ts';
import { toResource } from '../domain/invoice.ts';
import { getInvoice as get } from '../store/invoices.ts';
import { linesPerMessage, listLines } from '../store/lines.ts';

export const getInvoice = query('getInvoice', async (asked, { db, tenant, config }) => {
  const invoice = await get(db, tenant, asked.id);
  const { line_count } = invoice;
  const [after = 0, until = line_count] = asked.starting_after?.split('-').map(Number) ?? [];
  const through = Math.min(until, after + linesPerMessage);
  const lines = await listLines(db, tenant, { invoice_id: asked.id, after, through });
  const { data } = pageOf(lines, linesPerMessage);
  const reached = after + data.length;
  const next = data.length > 0 && reached < until ? `${reached}-${until}` : null;
  return { ...toResource(invoice, data, apiUrl(config)), next };
});
