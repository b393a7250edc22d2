/** Images as people and devices upload them: what they were declared to be, whole, and of a size to show. */
import { Refusal } from '../calls/refusal.ts';
import { withoutMetadata } from './image-metadata.ts';
import { type ImageParts, jpegParts, pngParts } from './image-parts.ts';

/**
 * Magic bytes by media type. Sources: PNG (W3C) 5.2; JPEG (ITU-T T.81) B.1.1.3, with its first
 * marker.
 */
const kinds: ReadonlyMap<
  string,
  { begins: readonly number[]; parts: (bytes: Uint8Array) => ImageParts | undefined }
> = new Map([
  ['image/png', { begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], parts: pngParts }],
  ['image/jpeg', { begins: [0xff, 0xd8, 0xff], parts: jpegParts }],
]);

/** Pixels: of a side, and together. A camera of today has up to 200 million; in 5 MiB are fewer. */
const sideMax = 16_384;
const pixelsMax = 100_000_000;

/** The bytes of an upload, if there are any and they are what they were declared to be. */
export function checkImage(
  bytes: Uint8Array | undefined,
  declared: string,
  { keepsMetadata = true }: { keepsMetadata?: boolean } = {},
): Uint8Array {
  const kind = kinds.get(declared);
  if (!bytes || !kind?.begins.every((byte, index) => bytes[index] === byte)) {
    throw new Refusal('invalid_file', `The file is not ${declared}.`);
  }
  const image = kind.parts(bytes);
  if (!image) throw new Refusal('invalid_file', 'The image is cut off or broken.');
  const { width, height } = image;
  const isShown = width > 0 && height > 0 && width <= sideMax && height <= sideMax;
  if (!isShown || width * height > pixelsMax) {
    throw new Refusal('invalid_file', `${width} × ${height} pixels cannot be shown.`);
  }
  // Phones append further pictures to a JPEG, and its signature covers them; a PNG must end with
  // its image.
  if (declared === 'image/png' && image.end < bytes.length) {
    throw new Refusal('invalid_file', 'The image has bytes behind its end.');
  }
  return keepsMetadata ? bytes : withoutMetadata(bytes, declared);
}
