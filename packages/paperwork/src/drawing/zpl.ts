/** Faces as ZPL II for label printers of 203 dpi: one `^XA … ^XZ` each. */
import {
  cornersOf,
  type DiamondMark,
  dotMm,
  type Face,
  type LineMark,
  type Mark,
  type TextMark,
} from './face.ts';
import { cut, printable } from './typeface.ts';

const dots = (mm: number): number => Math.round(mm / dotMm);

export const zplOf = (faces: readonly Face[]): string => `${faces.map(formatOf).join('\n')}\n`;

/** `^CI28`: field data is UTF-8. */
const formatOf = ({ width, height, marks }: Face): string =>
  [
    '^XA',
    '^CI28',
    `^PW${dots(width)}`,
    `^LL${dots(height)}`,
    '^LH0,0',
    ...marks.flatMap(commandsOf),
    '^XZ',
  ].join('\n');

function commandsOf(mark: Mark): string[] {
  switch (mark.kind) {
    case 'text':
      return textCommand(mark);
    case 'line':
      return [lineCommand(mark)];
    case 'diamond':
      return diamondCommands(mark);
    case 'linear': {
      const { code, x, y, height } = mark;
      const place = `^FO${dots(x)},${dots(y)}^BY${mark.dots}`;
      // Subset C and FNC1, which makes it GS1-128; the printer adds its own check symbol.
      if (code.scheme === 'sscc')
        return [`${place}^BCN,${dots(height)},N,N,N,N^FD>;>800${code.value}^FS`];
      return [`${place}^BCN,${dots(height)},N,N,N,A^FD${code.value}^FS`];
    }
    case 'matrix': {
      const { code, x, y } = mark;
      const data = code.scheme === 'sscc' ? `_100${code.value}` : code.value;
      return [`^FO${dots(x)},${dots(y)}^BXN,${mark.dots},200,,,,_^FD${data}^FS`];
    }
  }
}

/** No text can end its field or begin a command: all but these characters go as hexadecimal. */
const isPlain = /^[A-Za-z0-9 .,:;/()+-]$/;

export const fieldData = (value: string): string =>
  Array.from(value, (character) =>
    isPlain.test(character)
      ? character
      : Array.from(Buffer.from(character), (byte) => `_${byte.toString(16).padStart(2, '0')}`).join(
          '',
        ),
  ).join('');

function textCommand(mark: TextMark): string[] {
  const shown = cut(printable(mark.text), mark.width, mark);
  if (shown === '') return [];
  const size = dots(mark.size);
  const right = mark.isRight ? ',1' : '';
  return [
    `^FT${dots(mark.x)},${dots(mark.y)}${right}^A0N,${size},${Math.round(size * 0.9)}^FH_^FD${fieldData(shown)}^FS`,
  ];
}

function lineCommand({ from, to, width }: Omit<LineMark, 'kind'>): string {
  const [x, y] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
  const [w, h] = [Math.abs(from[0] - to[0]), Math.abs(from[1] - to[1])];
  const place = `^FO${dots(x)},${dots(y)}`;
  const thick = Math.max(1, dots(width));
  if (w === 0 || h === 0) {
    return `${place}^GB${Math.max(dots(w), thick)},${Math.max(dots(h), thick)},${thick}^FS`;
  }
  const isFalling = from[0] < to[0] === from[1] < to[1];
  // Thickness of a diagonal is measured along the horizontal.
  const across = Math.ceil(thick * Math.SQRT2);
  return `${place}^GD${dots(w)},${dots(h)},${across},B,${isFalling ? 'L' : 'R'}^FS`;
}

function diamondCommands(mark: DiamondMark): string[] {
  const corners = cornersOf(mark);
  return corners.map((from, nth) => {
    const to = corners[(nth + 1) % corners.length] ?? from;
    return lineCommand({ from, to, width: mark.width });
  });
}
