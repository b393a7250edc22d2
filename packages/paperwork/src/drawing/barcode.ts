/** Modules of a barcode (bwip-js), to be drawn by any format. */

import type { SymbolContent } from '@svc/text/codes/parcel-code';
import bwipjs from 'bwip-js/node';

/** Widths of bars and spaces in modules, in turn, the first a bar. */
export function linearModules({ scheme, value }: SymbolContent): number[] {
  const [found] =
    scheme === 'sscc'
      ? bwipjs.raw({ bcid: 'gs1-128', text: `(00)${value}` })
      : bwipjs.raw({ bcid: 'code128', text: value });
  if (!found || !('sbs' in found)) throw new Error('no bars');
  return [...found.sbs];
}

export interface Matrix {
  size: number;
  /** Row by row; 1 is dark. */
  modules: readonly number[];
}

export function matrixModules({ scheme, value }: SymbolContent): Matrix {
  const [found] =
    scheme === 'sscc'
      ? bwipjs.raw({ bcid: 'gs1datamatrix', text: `(00)${value}` })
      : bwipjs.raw({ bcid: 'datamatrix', text: value });
  if (!found || !('pixs' in found)) throw new Error('no modules');
  return { size: found.pixx, modules: found.pixs };
}

/** With error correction M, the encoder's default: read with 15 % of it covered. Without quiet zone. */
export function qrModules(text: string): Matrix {
  const [found] = bwipjs.raw({ bcid: 'qrcode', text });
  if (!found || !('pixs' in found)) throw new Error('no modules');
  return { size: found.pixx, modules: found.pixs };
}
