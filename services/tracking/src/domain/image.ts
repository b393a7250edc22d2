import { Refusal } from '@svc/kit/refusal';

/** How files of a kind begin. PNG: RFC 2083 section 3.1; JPEG: a start of image, then a marker. */
const beginnings = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const;
export type ImageType = keyof typeof beginnings;

/** The bytes are what they were declared to be. */
export function checkImage(bytes: Uint8Array | undefined, declared: ImageType): void {
  const isSo = bytes && beginnings[declared].every((byte, place) => bytes[place] === byte);
  if (!isSo) throw new Refusal('invalid_file', `The file is not ${declared}.`);
}
