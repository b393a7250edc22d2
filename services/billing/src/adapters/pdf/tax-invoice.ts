/** Tax invoice as PDF (pdfkit). Deterministic: the same invoice gives the same bytes. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { InvoiceLineRecord, IssuedInvoice } from '../../domain/invoice.ts';
import { cellsOf, type Parties, pagesOf } from '../../domain/tax-invoice.ts';
import {
  drawFirstHeader,
  drawFooter,
  drawNextHeader,
  drawTableHeader,
  drawTableRow,
  drawTotals,
} from './blocks.ts';
import { registerFonts } from './text.ts';

const firstTop = 278;
const nextTop = 108;
const rowHeight = 14;

export interface TaxInvoiceSource {
  invoice: IssuedInvoice;
  parties: Parties;
  /** All lines of the invoice, by position. */
  lines: AsyncGenerator<InvoiceLineRecord, undefined>;
}

export async function renderTaxInvoice({
  invoice,
  parties,
  lines,
}: TaxInvoiceSource): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: 'en-ZA',
    info: {
      Title: `Tax Invoice ${invoice.number}`,
      Author: parties.supplier.name,
      // pdfkit's default is the current time, which would change the bytes.
      CreationDate: invoice.issued_at,
    },
  });
  registerFonts(doc);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((done) => doc.on('end', done));
  const pages = pagesOf(invoice.line_count);
  for (const [place, rows] of pages.entries()) {
    doc.addPage();
    const isFirst = place === 0;
    if (isFirst) drawFirstHeader(doc, invoice, parties);
    else drawNextHeader(doc, `Tax Invoice ${invoice.number}`, { period: invoice.period, parties });
    let y = isFirst ? firstTop : nextTop;
    if (rows > 0) drawTableHeader(doc, y - 18);
    for (let row = 0; row < rows; row += 1) {
      drawTableRow(doc, y, cellsOf(await nextOf(lines)));
      y += rowHeight;
    }
    if (place === pages.length - 1) drawTotals(doc, y + 10, { invoice, parties });
    drawFooter(doc, `Page ${place + 1} of ${pages.length}`, parties);
    // Rendering is synchronous: yield after each page of a long invoice.
    await yieldToEventLoop();
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

async function nextOf(lines: TaxInvoiceSource['lines']): Promise<InvoiceLineRecord> {
  const { value } = await lines.next();
  if (!value) throw new Error('the invoice has fewer lines than it counts');
  return value;
}
