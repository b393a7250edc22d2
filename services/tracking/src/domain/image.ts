import { isImageOf } from '@svc/kit/image-type';
import { Refusal } from '@svc/kit/refusal';

export type ImageType = 'image/png' | 'image/jpeg';

/** The bytes are what they were declared to be. */
export function checkImage(bytes: Uint8Array | undefined, declared: ImageType): Uint8Array {
  if (bytes && isImageOf(declared, bytes)) return bytes;
  throw new Refusal('invalid_file', `The file is not ${declared}.`);
}
