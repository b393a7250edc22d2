/** A tax invoice as a PDF: the same invoice is the same bytes, whenever and wherever it is made. */
import { setImmediate as breathe } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { Issued, Line } from './domain/invoice.ts';
import { cellsOf, type Parties, pagesOf } from './domain/tax-invoice.ts';
import { firstHeader, footer, nextHeader, tableHeader, tableRow, totals } from './pdf-blocks.ts';
import { registerFonts } from './pdf-text.ts';

const firstTop = 278;
const nextTop = 108;
const rowHeight = 14;

export interface Printed {
  invoice: Issued;
  parties: Parties;
  /** All of the invoice's, in their order. */
  lines: AsyncGenerator<Line, undefined>;
}

export async function taxInvoicePdf({ invoice, parties, lines }: Printed): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: 'en-ZA',
    info: {
      Title: `Tax Invoice ${invoice.number}`,
      Author: parties.supplier.name,
      // All that would differ from one making to the next.
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
    if (isFirst) firstHeader(doc, invoice, parties);
    else nextHeader(doc, invoice, parties);
    let y = isFirst ? firstTop : nextTop;
    if (rows > 0) tableHeader(doc, y - 18);
    for (let row = 0; row < rows; row += 1) {
      tableRow(doc, y, cellsOf(await nextOf(lines)));
      y += rowHeight;
    }
    if (place === pages.length - 1) totals(doc, y + 10, { invoice, parties });
    footer(doc, `Page ${place + 1} of ${pages.length}`, parties);
    // A long invoice does not keep everything else waiting.
    await breathe();
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

async function nextOf(lines: Printed['lines']): Promise<Line> {
  const { value } = await lines.next();
  if (!value) throw new Error('the invoice has fewer lines than it counts');
  return value;
}
