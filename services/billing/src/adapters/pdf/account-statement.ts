/** Account statement as PDF (pdfkit). Deterministic: the same statement gives the same bytes. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { dayOf } from '../../domain/month.ts';
import {
  balanceOf,
  movementPages,
  type StatementMovement,
  type StatementRecord,
} from '../../domain/statement.ts';
import { money, type Parties } from '../../domain/tax-invoice.ts';
import { drawFooter, drawNextHeader, drawPairs, drawParties } from './blocks.ts';
import { drawRule, drawText, type PdfDocument, registerFonts } from './text.ts';

const edges = [42, 553] as const;
const grey = '#555555';
const onRight = { x: 300, width: 253, align: 'right' } as const;
const [firstTop, nextTop, rowHeight] = [470, 108, 14];

export interface StatementSource {
  statement: StatementRecord;
  /** All of them, in order. */
  movements: readonly StatementMovement[];
  parties: Parties;
}

export async function renderAccountStatement(source: StatementSource): Promise<Buffer> {
  const { statement, movements, parties } = source;
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
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
  const pages = movementPages(withBalances(statement, movements));
  for (const [nth, rows] of pages.entries()) {
    doc.addPage();
    if (nth === 0) drawFirstPage(doc, source);
    else drawNextHeader(doc, `Account Statement ${statement.period}`, { ...statement, parties });
    drawMovements(doc, nth === 0 ? firstTop : nextTop, rows);
    drawFooter(doc, `Page ${nth + 1} of ${pages.length}`, parties);
    // Rendering is synchronous: yield after each page.
    await yieldToEventLoop();
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawFirstPage(doc: PdfDocument, { statement, parties }: StatementSource): void {
  drawText(doc, 'Account Statement', { x: 42, y: 42, width: 300, size: 22, bold: true });
  drawText(doc, statement.period, { ...onRight, y: 50, size: 13, bold: true });
  drawText(doc, statement.id, { ...onRight, y: 64, size: 8, colour: grey });
  drawRule(doc, 76, edges);
  drawParties(doc, parties);
  drawPairs(doc, 88, [
    ['Date', dayOf(statement.issued_at)],
    ['Period', statement.period],
    ['Currency', 'ZAR'],
  ]);
  drawBalance(doc, statement);
  drawPayment(doc, statement, parties);
}

type Row = StatementMovement & { balance_cents: number };

/** Each with the balance after it. */
function withBalances({ opening_cents }: StatementRecord, movements: readonly StatementMovement[]) {
  const rows: Row[] = [];
  for (const movement of movements) {
    const before = rows.at(-1)?.balance_cents ?? opening_cents;
    rows.push({ ...movement, balance_cents: before + movement.amount_cents });
  }
  return rows;
}

const columns = [
  { title: 'Date', x: 42, width: 60, align: 'left' },
  { title: 'Movement', x: 106, width: 60, align: 'left' },
  { title: 'Reference', x: 170, width: 200, align: 'left' },
  { title: 'Amount', x: 376, width: 84, align: 'right' },
  { title: 'Balance', x: 468, width: 85, align: 'right' },
] as const;

const names = { invoice: 'Invoice', payment: 'Payment' };

function drawMovements(doc: PdfDocument, top: number, rows: readonly Row[]): void {
  if (rows.length === 0) return;
  for (const { title, ...place } of columns) {
    drawText(doc, title, { ...place, y: top - 18, size: 7.5, bold: true });
  }
  drawRule(doc, top - 6, edges);
  for (const [
    nth,
    { kind, happened_on, reference, amount_cents, balance_cents },
  ] of rows.entries()) {
    const text = reference.replaceAll(/\s+/g, ' ').trim();
    const cells = [happened_on, names[kind], text, money(amount_cents), money(balance_cents)];
    for (const [column, { title: _, ...place }] of columns.entries()) {
      drawText(doc, cells[column] ?? '', { ...place, y: top + rowHeight * nth, size: 7.5 });
    }
  }
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
