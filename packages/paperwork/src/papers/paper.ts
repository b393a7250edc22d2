/** A paper on A4: sections of names and values, a table that runs over pages, lines to sign on. */
import { a4, type Face, line, type Mark, textMark } from '../drawing/face.ts';
import { wrap } from '../drawing/typeface.ts';

interface Section {
  title: string;
  rows: readonly (readonly [name: string, value: string])[];
}
interface Column {
  title: string;
  /** In mm. */
  width: number;
}
export interface Paper {
  title: string;
  /** Beside the title, and as barcode where it is a job's reference. */
  reference: string;
  /** Two stand beside each other. */
  sections: readonly Section[];
  table?: { columns: readonly Column[]; rows: readonly (readonly string[])[] };
  /** For whom there is a line to sign on. */
  signatures: readonly string[];
  footer: string;
}

const left = 15;
const right = a4.width - left;
const half = (right - left) / 2;
const top = 18;
const bottom = 275;
const rowHeight = 5;
const signatureHeight = 20;

export function paperFaces(paper: Paper): Face[] {
  const pages: Mark[][] = [[]];
  const page = () => pages.at(-1) ?? [];
  let y = drawSections(page(), paper.sections, top + 16);
  const turn = () => {
    pages.push([]);
    y = top + 16;
  };
  const { columns, rows } = paper.table ?? { columns: [], rows: [] };
  for (const [nth, row] of rows.entries()) {
    if (y + rowHeight > bottom) turn();
    if (nth === 0 || y === top + 16) {
      const titles = columns.map(({ title }) => title);
      page().push(
        ...drawRow({ columns, cells: titles, y, bold: true }),
        line([left, y + 1.5], [right, y + 1.5]),
      );
      y += rowHeight + 1;
    }
    page().push(...drawRow({ columns, cells: row, y }));
    y += rowHeight;
  }
  if (y + paper.signatures.length * signatureHeight > bottom) turn();
  page().push(...drawSignatures(paper.signatures, y + 6));
  return pages.map((marks, nth) => ({
    ...a4,
    marks: [...frame(paper, `Page ${nth + 1} of ${pages.length}`), ...marks],
  }));
}

const frame = ({ title, reference, footer }: Paper, page: string): Mark[] => [
  textMark(title, { x: left, y: top, size: 7, bold: true, width: 90 }),
  textMark(reference, { x: right, y: top, size: 5, bold: true, isRight: true, width: 80 }),
  line([left, top + 4], [right, top + 4]),
  line([left, 282], [right, 282]),
  textMark(footer, { x: left, y: 287, size: 2.8, width: 140 }),
  textMark(page, { x: right, y: 287, size: 2.8, isRight: true, width: 35 }),
];

/** Returns where the next block begins. */
function drawSections(marks: Mark[], sections: readonly Section[], from: number): number {
  let y = from;
  for (let nth = 0; nth < sections.length; nth += 2) {
    const pair = sections.slice(nth, nth + 2);
    const ends = pair.map((section, place) =>
      drawSection(marks, section, { x: left + place * half, y }),
    );
    y = Math.max(...ends) + 6;
  }
  return y;
}

function drawSection(
  marks: Mark[],
  { title, rows }: Section,
  at: { x: number; y: number },
): number {
  const { x } = at;
  let { y } = at;
  marks.push(textMark(title, { x, y, size: 4, bold: true, width: half - 4 }));
  for (const [name, value] of rows) {
    y += 5;
    marks.push(textMark(name, { x, y, size: 2.8, width: 26 }));
    const place = { width: half - 32, size: 3.2 };
    for (const [nth, each] of wrap(value, { ...place, max: 3 }).entries()) {
      if (nth > 0) y += 4.2;
      marks.push(textMark(each, { x: x + 28, y, ...place }));
    }
  }
  return y + 4;
}

interface Row {
  columns: readonly Column[];
  cells: readonly string[];
  y: number;
  bold?: boolean;
}

function drawRow({ columns, cells, y, bold = false }: Row): Mark[] {
  let x = left;
  return columns.map(({ width }, nth) => {
    const mark = textMark(cells[nth] ?? '', { x, y, size: 2.9, width: width - 2, bold });
    x += width;
    return mark;
  });
}

const drawSignatures = (signatures: readonly string[], from: number): Mark[] =>
  signatures.flatMap((who, nth) => {
    const y = from + nth * signatureHeight + 9;
    return [
      line([left, y], [left + 75, y]),
      textMark(who, { x: left, y: y + 4, size: 2.8, width: 75 }),
      line([left + 85, y], [left + 130, y]),
      textMark('Name in capitals', { x: left + 85, y: y + 4, size: 2.8, width: 45 }),
      line([left + 140, y], [right, y]),
      textMark('Date and time', { x: left + 140, y: y + 4, size: 2.8, width: 40 }),
    ];
  });
