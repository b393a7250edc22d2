/** One side of paper as a list of marks. Lengths in millimetres from its upper left corner. */
import type { SymbolContent } from '@svc/text/codes/parcel-code';

export interface TextMark {
  kind: 'text';
  text: string;
  x: number;
  /** Of the baseline. */
  y: number;
  /** Of the em. */
  size: number;
  bold?: boolean;
  /** `x` is the right end. */
  isRight?: boolean;
  /** Longer text is cut, with an ellipsis. */
  width: number;
}
export interface LineMark {
  kind: 'line';
  from: readonly [number, number];
  to: readonly [number, number];
  width: number;
}
/** A square that stands on a corner; `side` is that of the middle of its line. */
export interface DiamondMark {
  kind: 'diamond';
  centre: readonly [number, number];
  side: number;
  width: number;
}
interface SymbolMark {
  code: SymbolContent;
  x: number;
  y: number;
  /** Width of a module, in whole dots of 0.125 mm: printers of 203 dpi have these. */
  dots: number;
}
export interface LinearMark extends SymbolMark {
  kind: 'linear';
  height: number;
}
export interface MatrixMark extends SymbolMark {
  kind: 'matrix';
}

export type Mark = TextMark | LineMark | DiamondMark | LinearMark | MatrixMark;

export interface Face {
  width: number;
  height: number;
  marks: readonly Mark[];
}

export const a6 = { width: 105, height: 148 } as const;
export const a4 = { width: 210, height: 297 } as const;

/** Faces one below the other. */
export const stacked = (faces: readonly Face[]): Face => ({
  width: Math.max(...faces.map(({ width }) => width)),
  height: faces.reduce((sum, { height }) => sum + height, 0),
  marks: faces.flatMap(({ marks }, nth) => {
    const down = faces.slice(0, nth).reduce((sum, { height }) => sum + height, 0);
    return marks.map((mark) => lowered(mark, down));
  }),
});

function lowered(mark: Mark, by: number): Mark {
  const down = ([x, y]: readonly [number, number]) => [x, y + by] as const;
  if (mark.kind === 'line') return { ...mark, from: down(mark.from), to: down(mark.to) };
  if (mark.kind === 'diamond') return { ...mark, centre: down(mark.centre) };
  return { ...mark, y: mark.y + by };
}

export const dotMm = 0.125;

export const line = (from: LineMark['from'], to: LineMark['to'], width = 0.25): LineMark => ({
  kind: 'line',
  from,
  to,
  width,
});

export const textMark = (value: string, place: Omit<TextMark, 'kind' | 'text'>): TextMark => ({
  kind: 'text',
  text: value,
  ...place,
});

export const cornersOf = ({ centre: [x, y], side }: DiamondMark): readonly [number, number][] => {
  const half = side / Math.SQRT2;
  return [
    [x, y - half],
    [x + half, y],
    [x, y + half],
    [x - half, y],
  ];
};

/** Rectangles of dark modules: x, y, width, height. */
export type Bar = readonly [x: number, y: number, width: number, height: number];
