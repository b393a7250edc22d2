import { Refusal } from '../calls/refusal.ts';

/**
 * Magic bytes by media type. Sources: PNG (W3C) 5.2; JPEG (ITU-T T.81) B.1.1.3, with its first
 * marker.
 */
const beginnings: ReadonlyMap<string, readonly number[]> = new Map([
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
]);

/** Whether the bytes begin as their declared media type says; false for types that are no image. */
const isImageOf = (mediaType: string, bytes: Uint8Array): boolean =>
  beginnings.get(mediaType)?.every((byte, index) => bytes[index] === byte) ?? false;

/** The bytes of an upload, if there are any and they are what they were declared to be. */
export function checkImage(bytes: Uint8Array | undefined, declared: string): Uint8Array {
  if (bytes && isImageOf(declared, bytes)) return bytes;
  throw new Refusal('invalid_file', `The file is not ${declared}.`);
}
