/** Addresses as QR codes (ISO/IEC 18004), for cameras of phones. */
import bwipjs from 'bwip-js/node';
import type { Matrix } from './barcode.ts';

/** With error correction M, the encoder's default: read with 15 % of it covered. Without quiet zone. */
export function qrModules(text: string): Matrix {
  const [found] = bwipjs.raw({ bcid: 'qrcode', text });
  if (!found || !('pixs' in found)) throw new Error('no modules');
  return { size: found.pixx, modules: found.pixs };
}
