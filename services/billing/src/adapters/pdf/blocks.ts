/** Layout blocks of invoices and statements: headers, table, totals, footer. Lengths in points on A4. */
import { type IssuedInvoice, totalCents } from '../../domain/invoice.ts';
import { dayOf } from '../../domain/month.ts';
import { money, type Parties } from '../../domain/tax-invoice.ts';
import { drawRule, drawText, type PdfDocument } from './text.ts';

const left = 42;
const right = 553;
const footerTop = 806;
const grey = '#555555';
const lineHeight = 12;

const columns = [
  { title: 'Date', x: 42, width: 44, align: 'left' },
  { title: 'Reference', x: 88, width: 77, align: 'left' },
  { title: 'Description', x: 168, width: 204, align: 'left' },
  { title: 'Cost centre', x: 375, width: 66, align: 'left' },
  { title: 'Qty', x: 443, width: 15, align: 'right' },
  { title: 'Value', x: 460, width: 48, align: 'right' },
  { title: 'VAT', x: 510, width: 43, align: 'right' },
] as const;

export function drawFirstHeader(doc: PdfDocument, invoice: IssuedInvoice, parties: Parties): void {
  drawText(doc, 'Tax Invoice', { x: left, y: 42, width: 300, size: 22, bold: true });
  drawText(doc, invoice.number, {
    x: 300,
    y: 50,
    width: 253,
    size: 13,
    bold: true,
    align: 'right',
  });
  drawRule(doc, 76, [left, right]);
  drawParties(doc, parties);
  drawPairs(doc, 88, [
    ['Invoice number', invoice.number],
    ['Date', dayOf(invoice.issued_at)],
    ['Due', dayOf(invoice.due_at)],
    ['Period', invoice.period],
    ['Currency', 'ZAR'],
    ['Lines', String(invoice.line_count)],
  ]);
}

/** Top of the pages after the first one. */
export function drawNextHeader(
  doc: PdfDocument,
  title: string,
  { period, parties }: { period: string; parties: Parties },
): void {
  drawText(doc, title, { x: left, y: 42, width: 300, size: 13, bold: true });
  const about = `${parties.supplier.name} · period ${period}`;
  drawText(doc, about, { x: 300, y: 46, width: 253, align: 'right', colour: grey });
  drawRule(doc, 66, [left, right]);
}

export function drawParties(doc: PdfDocument, { supplier, recipient }: Parties): void {
  drawAddress(doc, { x: left, y: 88, title: 'From' }, [
    supplier.name,
    ...supplier.address,
    `VAT number: ${supplier.vat_number}`,
  ]);
  drawAddress(doc, { x: 232, y: 88, title: 'To' }, [
    recipient.legal_name,
    ...recipient.address.split('\n'),
    `VAT number: ${recipient.vat_number || 'none given'}`,
  ]);
}

const blockLinesMax = 12;

function drawAddress(
  doc: PdfDocument,
  { x, y, title }: { x: number; y: number; title: string },
  lines: readonly string[],
): void {
  drawText(doc, title, { x, y, width: 180, size: 8, colour: grey });
  const [name = '', ...rest] = lines;
  drawText(doc, name, { x, y: y + lineHeight, width: 180, bold: true });
  for (const [nth, line] of rest.slice(0, blockLinesMax).entries()) {
    drawText(doc, line, { x, y: y + lineHeight * (nth + 2), width: 180 });
  }
}

/** Names and values on the right of the parties. */
export function drawPairs(
  doc: PdfDocument,
  top: number,
  pairs: readonly (readonly [string, string])[],
): void {
  for (const [nth, [name, value]] of pairs.entries()) {
    const y = top + lineHeight * nth;
    drawText(doc, name, { x: 420, y, width: 62, size: 8, colour: grey });
    drawText(doc, value, { x: 474, y, width: 79, size: 8.5, align: 'right' });
  }
}

export function drawTableHeader(doc: PdfDocument, y: number): void {
  for (const { title, ...place } of columns) {
    drawText(doc, title, { ...place, y, size: 7.5, bold: true });
  }
  drawRule(doc, y + 12, [left, right]);
}

export function drawTableRow(doc: PdfDocument, y: number, cells: readonly string[]): void {
  for (const [nth, { title: _, ...place }] of columns.entries()) {
    drawText(doc, cells[nth] ?? '', { ...place, y, size: 7.5 });
  }
}

export function drawTotals(
  doc: PdfDocument,
  top: number,
  { invoice, parties }: { invoice: IssuedInvoice; parties: Parties },
): void {
  drawRule(doc, top - 4, [left, right]);
  const sums = [
    ['Total value, excluding VAT', invoice.amount_cents],
    ['VAT', invoice.vat_cents],
    ['Total due, including VAT (ZAR)', totalCents(invoice)],
  ] as const;
  for (const [nth, [name, cents]] of sums.entries()) {
    const bold = nth === sums.length - 1;
    const y = top + 4 + 15 * nth;
    drawText(doc, name, { x: 300, y, width: 170, bold });
    drawText(doc, money(cents), { x: 460, y, width: 93, align: 'right', bold });
  }
  const notes = [
    `Please pay by ${dayOf(invoice.due_at)}, quoting ${invoice.number}.`,
    ...parties.supplier.bank,
  ];
  for (const [nth, note] of notes.slice(0, 6).entries()) {
    drawText(doc, note, {
      x: left,
      y: top + 4 + lineHeight * nth,
      width: 245,
      size: 8,
      colour: grey,
    });
  }
}

export function drawFooter(doc: PdfDocument, page: string, { supplier }: Parties): void {
  drawRule(doc, footerTop - 6, [left, right]);
  const about = `${supplier.name} · VAT number ${supplier.vat_number}`;
  drawText(doc, about, { x: left, y: footerTop, width: 400, size: 7.5, colour: grey });
  drawText(doc, page, {
    x: 453,
    y: footerTop,
    width: 100,
    size: 7.5,
    align: 'right',
    colour: grey,
  });
}
