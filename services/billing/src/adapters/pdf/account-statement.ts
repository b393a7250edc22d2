/** Account statement as PDF (pdfkit), on one page. Deterministic: the same statement gives the same bytes. */
import PDFDocument from 'pdfkit';
import { dayOf } from '../../domain/month.ts';
import { balanceOf, type StatementRecord } from '../../domain/statement.ts';
import { money, type Parties } from '../../domain/tax-invoice.ts';
import { drawFooter, drawPairs, drawParties } from './blocks.ts';
import { drawRule, drawText, type PdfDocument, registerFonts } from './text.ts';

const edges = [42, 553] as const;
const grey = '#555555';

export async function renderAccountStatement(
  statement: StatementRecord,
  parties: Parties,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'en-ZA',
    info: {
      Title: `Account Statement ${statement.period}`,
      Author: parties.supplier.name,
      // pdfkit's default is the current time, which would change the bytes.
      CreationDate: statement.issued_at,
    },
  });
  registerFonts(doc);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((done) => doc.on('end', done));
  drawText(doc, 'Account Statement', { x: 42, y: 42, width: 300, size: 22, bold: true });
  drawText(doc, statement.period, {
    x: 300,
    y: 50,
    width: 253,
    size: 13,
    bold: true,
    align: 'right',
  });
  drawText(doc, statement.id, { x: 300, y: 64, width: 253, size: 8, align: 'right', colour: grey });
  drawRule(doc, 76, edges);
  drawParties(doc, parties);
  drawPairs(doc, 88, [
    ['Date', dayOf(statement.issued_at)],
    ['Period', statement.period],
    ['Currency', 'ZAR'],
  ]);
  drawBalance(doc, statement);
  drawPayment(doc, statement, parties);
  drawFooter(doc, 'Page 1 of 1', parties);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawBalance(doc: PdfDocument, statement: StatementRecord): void {
  const rows = [
    ['Balance brought forward', statement.opening_cents],
    ['Invoiced, including VAT', statement.invoiced_cents],
    ['Payments received', -statement.received_cents],
    ['Balance (ZAR)', balanceOf(statement)],
  ] as const;
  for (const [nth, [name, amount]] of rows.entries()) {
    const y = 278 + 18 * nth;
    const bold = nth === rows.length - 1;
    if (bold) drawRule(doc, y - 4, edges);
    drawText(doc, name, { x: 42, y, width: 300, size: 10, bold });
    drawText(doc, money(amount), { x: 400, y, width: 153, size: 10, align: 'right', bold });
  }
}

function drawPayment(doc: PdfDocument, statement: StatementRecord, { supplier }: Parties): void {
  const isOwed = balanceOf(statement) > 0;
  const notes = isOwed
    ? ['Please pay the invoices that are due, quoting their numbers.', ...supplier.bank]
    : ['Nothing is owed. A negative balance is credit for the next invoices.'];
  for (const [nth, note] of notes.slice(0, 6).entries()) {
    drawText(doc, note, { x: 42, y: 366 + 12 * nth, width: 400, size: 8, colour: grey });
  }
}
