import { jpegOf, pngOf } from '@svc/devnet/fuzz/images';
import { describe, expect, it } from 'vitest';
import { withoutMetadata } from './image-metadata.ts';
import { checkImage } from './image-type.ts';

const png = pngOf('a');
const jpeg = jpegOf();
const refused = expect.objectContaining({ code: 'invalid_file' });
const joined = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));
const html = new TextEncoder().encode('<script>alert(1)</script>');

describe('an image', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/jpeg', joined(jpeg, jpeg)],
    ['image/png', pngOf('', { width: 10_000, height: 10_000 })],
    ['image/jpeg', jpegOf(undefined, { width: 16_384, height: 6_000 })],
  ] as const)('is detected as %s by its parts', (type, bytes) => {
    expect(() => checkImage(bytes, type)).not.toThrow();
  });

  it.each([
    ['the other kind', jpeg, 'image/png'],
    ['the other kind', png, 'image/jpeg'],
    ['a beginning alone', png.slice(0, 8), 'image/png'],
    ['one cut off', png.slice(0, -1), 'image/png'],
    ['one cut off', jpeg.slice(0, -1), 'image/jpeg'],
    ['one without a frame', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), 'image/jpeg'],
    ['one with bytes behind it', joined(png, html), 'image/png'],
    ['60,000 × 60,000 pixels', pngOf('', { width: 60_000, height: 60_000 }), 'image/png'],
    ['too many pixels', pngOf('', { width: 16_000, height: 16_000 }), 'image/png'],
    ['65,535 pixels wide', jpegOf(undefined, { width: 65_535 }), 'image/jpeg'],
    ['no height', jpegOf(undefined, { height: 0 }), 'image/jpeg'],
    ['text', new TextEncoder().encode('<svg onload="…">'), 'image/png'],
    ['nothing', new Uint8Array(), 'image/jpeg'],
    ['a file that is not there', undefined, 'image/jpeg'],
  ] as const)('is refused in the form: %s', (_, bytes, type) => {
    expect(() => checkImage(bytes, type)).toThrowError(refused);
  });
});

/** A TIFF header and a directory with orientation and a place, in either order of bytes. */
function exifOf(order: 'II' | 'MM', orientation: number): Buffer {
  const bytes = Buffer.alloc(46);
  const isLittle = order === 'II';
  bytes.write(order);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setUint16(2, 42, isLittle);
  view.setUint32(4, 8, isLittle);
  view.setUint16(8, 2, isLittle);
  view.setUint16(10, 0x8825, isLittle);
  view.setUint16(22, 0x0112, isLittle);
  view.setUint16(24, 3, isLittle);
  view.setUint32(26, 1, isLittle);
  view.setUint16(30, orientation, isLittle);
  bytes.write('26.2041S', 38);
  return bytes;
}

describe('without metadata', () => {
  it.each(['II', 'MM'] as const)('a JPEG keeps its orientation, and no place: %s', (order) => {
    const kept = withoutMetadata(joined(jpegOf(exifOf(order, 6)), html), 'image/jpeg');
    expect(() => checkImage(kept, 'image/jpeg')).not.toThrow();
    for (const gone of ['26.2041S', 'script']) expect(Buffer.from(kept).includes(gone)).toBe(false);
    expect(kept).toEqual(withoutMetadata(jpegOf(exifOf('MM', 6)), 'image/jpeg'));
    expect(withoutMetadata(kept, 'image/jpeg')).toEqual(kept);
    expect(Buffer.from(kept).includes(Buffer.from('0112000300000001000600', 'hex'))).toBe(true);
  });

  it.each([0, 1, 9])('a JPEG in normal orientation has no Exif at all: %i', (orientation) => {
    const kept = withoutMetadata(jpegOf(exifOf('II', orientation)), 'image/jpeg');
    expect(kept).toEqual(Buffer.from(jpeg));
  });

  it('a JPEG with a broken Exif segment has none', () => {
    for (const broken of [Buffer.from('II'), Buffer.from('II*\0\xff\xff\xff\xff', 'latin1')]) {
      expect(withoutMetadata(jpegOf(broken), 'image/jpeg')).toEqual(Buffer.from(jpeg));
    }
  });

  it('a PNG keeps its picture, and no text', () => {
    expect(withoutMetadata(pngOf('26.2041S'), 'image/png')).toEqual(Buffer.from(pngOf()));
  });
});
