/**
 * Images without what cameras and programs add to them: place, time, device, previews, texts, and bytes
 * behind the end. Left are the picture, its colours, and how it is turned.
 */
import { type ImagePart, type ImageParts, jpegParts, pngParts } from './image-parts.ts';

/** Critical chunks begin with a capital letter; of the others those that colours need. */
const isPicture = ({ name }: ImagePart): boolean =>
  /^[A-Z]/.test(name) || ['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT'].includes(name);

/** Expects an image that was checked; another is returned unchanged. */
export function withoutMetadata(bytes: Uint8Array, mediaType: string): Uint8Array {
  const isPng = mediaType === 'image/png';
  const image = isPng ? pngParts(bytes) : jpegParts(bytes);
  if (!image) return bytes;
  return Buffer.concat(isPng ? pngOf(bytes, image) : jpegOf(bytes, image));
}

const pngOf = (bytes: Uint8Array, { parts }: ImageParts): Uint8Array[] => [
  bytes.subarray(0, 8),
  ...parts.filter(isPicture).map(({ start, end }) => bytes.subarray(start, end)),
];

function jpegOf(bytes: Uint8Array, { parts, end }: ImageParts): Uint8Array[] {
  const orientation = parts.map((part) => orientationOf(bytes, part)).find((each) => each > 1);
  return [
    bytes.subarray(0, 2),
    ...(orientation === undefined ? [] : [exifOf(orientation)]),
    ...parts
      .filter((part) => !isMetadata(bytes, part))
      .map((part) => bytes.subarray(part.start, part.end)),
    bytes.subarray(end - 2, end),
  ];
}

/** Application segments and comments, but for ICC profiles (ICC.1, B.4) and Adobe's kind of colours. */
const isMetadata = (bytes: Uint8Array, { name, start }: ImagePart): boolean =>
  (/^e[1-9a-f]$/.test(name) || name === 'fe') &&
  name !== 'ee' &&
  !(name === 'e2' && startsWith(bytes, start + 4, 'ICC_PROFILE\0'));

const startsWith = (bytes: Uint8Array, at: number, text: string): boolean =>
  Buffer.from(text, 'latin1').equals(bytes.subarray(at, at + text.length));

const orientationTag = 0x0112;

/** Orientation, Exif 4.6.4: 1 to 8; 0 if the segment has none. */
function orientationOf(bytes: Uint8Array, { name, start, end }: ImagePart): number {
  if (name !== 'e1' || !startsWith(bytes, start + 4, 'Exif\0\0') || end < start + 20) return 0;
  const tiff = new DataView(bytes.buffer, bytes.byteOffset + start + 10, end - start - 10);
  const isLittle = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return 0;
  const count = tiff.getUint16(directory, isLittle);
  for (let n = 0, at = directory + 2; n < count && at + 12 <= tiff.byteLength; n += 1, at += 12) {
    if (tiff.getUint16(at, isLittle) !== orientationTag) continue;
    const value = tiff.getUint16(at + 8, isLittle);
    return value <= 8 ? value : 0;
  }
  return 0;
}

/** A segment with the orientation alone. */
const exifOf = (orientation: number): Uint8Array =>
  Buffer.concat([
    Buffer.from('ffe10022457869660000', 'hex'),
    Buffer.from('4d4d002a00000008', 'hex'),
    Buffer.from(`00010112000300000001000${orientation}0000`, 'hex'),
    Buffer.alloc(4),
  ]);
