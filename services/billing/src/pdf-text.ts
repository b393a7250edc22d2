/** Text on a page: one line of it, cut where it would leave its column. */
import { fileURLToPath } from 'node:url';

export type Doc = PDFKit.PDFDocument;

export interface Cell {
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

/** The built-in fonts know Western European letters; Tshivenda, among others, has more. */
export function registerFonts(doc: Doc): void {
  doc.registerFont('wide', fileURLToPath(wide));
  doc.registerFont('wide-bold', fileURLToPath(wideBold));
}

const builtIn = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

function fontFor(text: string, bold: boolean): string {
  if (builtIn.test(text)) return bold ? 'Helvetica-Bold' : 'Helvetica';
  return bold ? 'wide-bold' : 'wide';
}

export function write(doc: Doc, text: string, cell: Cell): void {
  const { x, y, width, size = 9, align = 'left', bold = false, colour = '#000000' } = cell;
  doc.font(fontFor(text, bold)).fontSize(size).fillColor(colour);
  const shown = cut(doc, text, width);
  const at = align === 'right' ? x + width - doc.widthOfString(shown) : x;
  // On the base line, which all fonts share, however high their letters are.
  doc.text(shown, at, y + size, { lineBreak: false, baseline: 'alphabetic' });
}

/** As much of the text as the width holds, with an ellipsis where something is missing. */
function cut(doc: Doc, text: string, width: number): string {
  if (doc.widthOfString(text) <= width) return text;
  let end = Math.min(text.length, Math.ceil(width));
  while (end > 0 && doc.widthOfString(`${text.slice(0, end)}…`) > width) end -= 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

export function rule(doc: Doc, y: number, [from, to]: readonly [number, number]): void {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor('#888888').stroke();
}
