/** Single lines of text on a page, truncated to the width of their column (pdfkit). */
import { fileURLToPath } from 'node:url';

export type PdfDocument = PDFKit.PDFDocument;

export interface TextBox {
  x: number;
  y: number;
  width: number;
  size?: number;
  align?: 'left' | 'right';
  bold?: boolean;
  colour?: string;
}

const wide = import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf');
const wideBold = import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf');

/** The built-in fonts cover Windows-1252 only; Tshivenda, for example, needs more letters. */
export function registerFonts(doc: PdfDocument): void {
  doc.registerFont('wide', fileURLToPath(wide));
  doc.registerFont('wide-bold', fileURLToPath(wideBold));
}

const builtIn = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

function fontFor(text: string, bold: boolean): string {
  if (builtIn.test(text)) return bold ? 'Helvetica-Bold' : 'Helvetica';
  return bold ? 'wide-bold' : 'wide';
}

export function drawText(doc: PdfDocument, text: string, cell: TextBox): void {
  const { x, y, width, size = 9, align = 'left', bold = false, colour = '#000000' } = cell;
  doc.font(fontFor(text, bold)).fontSize(size).fillColor(colour);
  const shown = truncateToWidth(doc, text, width);
  const at = align === 'right' ? x + width - doc.widthOfString(shown) : x;
  // Aligned on the baseline, because fonts differ in ascent.
  doc.text(shown, at, y + size, { lineBreak: false, baseline: 'alphabetic' });
}

/** Longest prefix that fits, with an ellipsis if truncated. */
function truncateToWidth(doc: PdfDocument, text: string, width: number): string {
  if (doc.widthOfString(text) <= width) return text;
  let end = Math.min(text.length, Math.ceil(width));
  while (end > 0 && doc.widthOfString(`${text.slice(0, end)}…`) > width) end -= 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

export function drawRule(doc: PdfDocument, y: number, [from, to]: readonly [number, number]): void {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor('#888888').stroke();
}
