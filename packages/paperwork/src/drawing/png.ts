/** One face as PNG: drawn as SVG, with the letters as outlines, and rasterised by resvg. */
import { renderAsync } from '@resvg/resvg-js';
import { barsOf } from './bars.ts';
import { cornersOf, dotMm, type Face, type Mark, type TextMark } from './face.ts';
import { cut, fontOf, printable } from './typeface.ts';

/** 203 dpi, as label printers have: each module is a whole number of pixels. */
const pixelsPerMm = 1 / dotMm;

export async function pngOf(face: Face): Promise<Buffer> {
  const image = await renderAsync(svgOf(face), {
    background: 'white',
    fitTo: { mode: 'width', value: face.width * pixelsPerMm },
    font: { loadSystemFonts: false },
  });
  return image.asPng();
}

export const svgOf = ({ width, height, marks }: Face): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}mm" height="${height}mm">${marks.map(drawn).join('')}</svg>`;

function drawn(mark: Mark): string {
  switch (mark.kind) {
    case 'text':
      return outlines(mark);
    case 'line': {
      const [[x1, y1], [x2, y2]] = [mark.from, mark.to];
      return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="black" stroke-width="${mark.width}"/>`;
    }
    case 'diamond': {
      const corners = cornersOf(mark).map(([x, y]) => `${x},${y}`);
      return `<polygon points="${corners.join(' ')}" fill="none" stroke="black" stroke-width="${mark.width}"/>`;
    }
    default: {
      const bars = barsOf(mark).map(([x, y, w, h]) => `M${x} ${y}h${w}v${h}h${-w}z`);
      return `<path shape-rendering="crispEdges" d="${bars.join('')}"/>`;
    }
  }
}

function outlines(mark: TextMark): string {
  const shown = cut(printable(mark.text), mark.width, mark);
  if (shown === '') return '';
  const font = fontOf(mark);
  const scale = mark.size / font.unitsPerEm;
  const { glyphs, positions, advanceWidth } = font.layout(shown);
  const start = mark.isRight ? mark.x - advanceWidth * scale : mark.x;
  let at = 0;
  const paths = glyphs.map((glyph, nth) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[nth] ?? {};
    const path = glyph.path.translate(at + xOffset, yOffset).toSVG();
    at += xAdvance;
    return path;
  });
  return `<path transform="translate(${start} ${mark.y}) scale(${scale} ${-scale})" d="${paths.join('')}"/>`;
}
