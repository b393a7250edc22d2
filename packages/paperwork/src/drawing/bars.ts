/** Dark rectangles of a barcode on a face. */
import { linearModules, matrixModules } from './barcode.ts';
import { type Bar, dotMm, type LinearMark, type MatrixMark } from './face.ts';

export function barsOf(mark: LinearMark | MatrixMark): Bar[] {
  return mark.kind === 'linear' ? linearBars(mark) : matrixBars(mark);
}

function linearBars({ code, x, y, dots, height }: LinearMark): Bar[] {
  const module = dots * dotMm;
  let at = x;
  return linearModules(code).flatMap((modules, nth): Bar[] => {
    const left = at;
    at += modules * module;
    return nth % 2 === 0 ? [[left, y, modules * module, height]] : [];
  });
}

/** Neighbours in a row are one rectangle, so that no viewer shows seams. */
function matrixBars({ code, x, y, dots }: MatrixMark): Bar[] {
  const module = dots * dotMm;
  const { size, modules } = matrixModules(code);
  return Array.from({ length: size }, (_, row) => {
    const cells = modules.slice(row * size, (row + 1) * size).join('');
    return [...cells.matchAll(/1+/g)].map(
      (run): Bar => [x + run.index * module, y + row * module, run[0].length * module, module],
    );
  }).flat();
}

export const linearWidth = ({ code, dots }: Pick<LinearMark, 'code' | 'dots'>): number =>
  linearModules(code).reduce((sum, modules) => sum + modules, 0) * dots * dotMm;
