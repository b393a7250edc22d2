import { previewLinesMax } from '@svc/contracts';
import { toPage } from '@svc/kit/page';
import { apiUrl } from '@svc/kit/settings';
import { query } from '../define.ts';
import { invoicePending, toResource } from '../domain/invoice.ts';
import { findPdf } from '../store/invoice-pdfs.ts';
import {
  countInvoices,
  getInvoice as getStored,
  listInvoices as listStored,
} from '../store/invoices.ts';
import { linesPerMessage, listFirstLines, listLines } from '../store/lines.ts';
import { requireOwnCursor } from '../store/page.ts';
import { ensureRendered } from '../workflows/render-invoice.ts';

export const listInvoices = query('listInvoices', async (filter, { db, tenant, config }) => {
  await requireOwnCursor(db, { table: 'invoice', tenant }, filter);
  const [{ found, has_more }, total] = await Promise.all([
    listStored(db, tenant, filter),
    countInvoices(db, tenant, filter),
  ]);
  const invoice_ids = found.map(({ id }) => id);
  const lines = await listFirstLines(db, tenant, { invoice_ids, through: previewLinesMax });
  const resources = found.map((invoice) =>
    toResource(invoice, (lines.get(invoice.id) ?? []).slice(0, invoice.line_count), apiUrl(config)),
  );
  const isBackwards = filter.ending_before !== undefined;
  // Truncates at the end that is farthest from the cursor.
  const page = toPage(isBackwards ? resources.toReversed() : resources, filter.limit);
  const data = isBackwards ? page.data.toReversed() : page.data;
  return { object: 'list' as const, total, data, has_more: has_more || page.has_more };
});

export const getInvoice = query('getInvoice', async (request, { db, tenant, config }) => {
  const invoice = await getStored(db, tenant, request.id);
  const { line_count } = invoice;
  const [after = 0, until = line_count] = request.starting_after?.split('-').map(Number) ?? [];
  const through = Math.min(until, after + linesPerMessage);
  const lines = await listLines(db, tenant, { invoice_id: request.id, after, through });
  const { data } = toPage(lines, linesPerMessage);
  const reached = after + data.length;
  const next = data.length > 0 && reached < until ? `${reached}-${until}` : null;
  return { ...toResource(invoice, data, apiUrl(config)), next };
});

export const invoicePdf = query('invoicePdf', async ({ id }, { db, tenant, config }) => {
  const invoice = await getStored(db, tenant, id);
  const print = await findPdf(db, tenant, id);
  if (!print) throw invoicePending();
  await ensureRendered(db, { invoice, ...print }, config);
  return { storage_key: print.pdf_key, file_name: `${invoice.number}.pdf` };
});
