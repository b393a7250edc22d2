/** Faces as PDF (pdfkit), in true size. The same faces give the same bytes. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { barsOf } from './bars.ts';
import { a4, cornersOf, type Face, type Mark, type TextMark } from './face.ts';
import { cut, fontFiles, printable } from './typeface.ts';

const pointsPerMm = 72 / 25.4;

export interface PdfOptions {
  title: string;
  /** Stands in the file, so that its bytes do not depend on the time of printing. */
  at: Date;
}
/** Faces of one page, each with its upper left corner in mm. */
export interface Sheet {
  width: number;
  height: number;
  faces: readonly { face: Face; x: number; y: number }[];
}

export const pagePerFace = (faces: readonly Face[]): Sheet[] =>
  faces.map((face) => ({ width: face.width, height: face.height, faces: [{ face, x: 0, y: 0 }] }));

const places = [
  { x: 0, y: 0 },
  { x: 105, y: 0 },
  { x: 0, y: 148.5 },
  { x: 105, y: 148.5 },
] as const;

/** Four of A6 on each A4: no label is scaled. */
export const fourPerSheet = (faces: readonly Face[]): Sheet[] =>
  Array.from({ length: Math.ceil(faces.length / places.length) }, (_, page) => ({
    ...a4,
    faces: faces
      .slice(page * places.length, (page + 1) * places.length)
      .map((face, nth) => ({ face, ...(places[nth] ?? places[0]) })),
  }));

export async function pdfOf(
  sheets: readonly Sheet[],
  { title, at }: PdfOptions,
): Promise<Buffer<ArrayBuffer>> {
  const doc = new PDFDocument({
    margin: 0,
    autoFirstPage: false,
    lang: 'en-ZA',
    info: { Title: printable(title), CreationDate: at },
  });
  doc.registerFont('regular', fontFiles.regular);
  doc.registerFont('bold', fontFiles.bold);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((done) => doc.on('end', done));
  for (const { width, height, faces } of sheets) {
    doc.addPage({ size: [width * pointsPerMm, height * pointsPerMm], margin: 0 });
    for (const { face, x, y } of faces) {
      // Drawing is synchronous: the event loop gets its turn before each face.
      await yieldToEventLoop();
      doc.save().scale(pointsPerMm).translate(x, y);
      for (const mark of face.marks) draw(doc, mark);
      doc.restore();
    }
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

function draw(doc: PDFKit.PDFDocument, mark: Mark): void {
  switch (mark.kind) {
    case 'text':
      drawText(doc, mark);
      return;
    case 'line':
      doc
        .moveTo(...mark.from)
        .lineTo(...mark.to)
        .lineWidth(mark.width)
        .stroke('black');
      return;
    case 'diamond':
      doc.polygon(...cornersOf(mark).map(([x, y]) => [x, y]));
      doc.lineWidth(mark.width).lineJoin('miter').stroke('black');
      return;
    default:
      for (const bar of barsOf(mark)) doc.rect(...bar);
      doc.fill('black');
  }
}

function drawText(doc: PDFKit.PDFDocument, mark: TextMark): void {
  const shown = cut(printable(mark.text), mark.width, mark);
  if (shown === '') return;
  doc
    .font(mark.bold ? 'bold' : 'regular')
    .fontSize(mark.size)
    .fillColor('black');
  const x = mark.isRight ? mark.x - doc.widthOfString(shown) : mark.x;
  doc.text(shown, x, mark.y, { lineBreak: false, baseline: 'alphabetic' });
}
