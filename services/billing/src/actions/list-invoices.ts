import { previewLinesMax } from '@svc/contracts';
import { pageOf } from '@svc/kit/page';
import { apiUrl } from '../config.ts';
import { query } from '../define.ts';
import { toResource } from '../domain/invoice.ts';
import { countInvoices, listInvoices as list } from '../store/invoices.ts';
import { listFirstLines } from '../store/lines.ts';
import { requireOwnCursor } from '../store/page.ts';

export const listInvoices = query('listInvoices', async (filter, { db, tenant, config }) => {
  await requireOwnCursor(db, { table: 'invoice', tenant }, filter);
  const [{ found, has_more }, total] = await Promise.all([
    list(db, tenant, filter),
    countInvoices(db, tenant, filter),
  ]);
  const invoice_ids = found.map(({ id }) => id);
  const lines = await listFirstLines(db, tenant, { invoice_ids, through: previewLinesMax });
  const resources = found.map((invoice) =>
    toResource(invoice, (lines.get(invoice.id) ?? []).slice(0, invoice.line_count), apiUrl(config)),
  );
  const isBackwards = filter.ending_before !== undefined;
  // Truncates at the end that is farthest from the cursor.
  const page = pageOf(isBackwards ? resources.toReversed() : resources, filter.limit);
  const data = isBackwards ? page.data.toReversed() : page.data;
  return { object: 'list' as const, total, data, has_more: has_more || page.has_more };
});
