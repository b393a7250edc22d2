/** Request bodies other than JSON. */
import { z } from 'zod';

export type BodyKind = 'none' | 'json' | 'signed' | UploadKind;
export const imageTypes = ['image/png', 'image/jpeg'] as const;

const kibibyte = 1_024;
const mebibyte = 1_048_576;
/** Default limit of a JSON body: no resource that a person writes is larger. */
export const usualBytesMax = 64 * kibibyte;
/** Lists of a thousand ids or barcodes. */
export const listBytesMax = 128 * kibibyte;
export const manifestBytesMax = mebibyte;
/** In base64 it passes the bus, which takes 400 KB. */
export const signedBytesMax = 256 * kibibyte;

/** For people: `64 KiB`. */
export const sizeText = (bytes: number): string =>
  bytes < mebibyte ? `${bytes / kibibyte} KiB` : `${bytes / mebibyte} MiB`;

/** Bodies that go to file storage. */
const uploads = {
  image: { types: imageTypes, bytesMax: 5 * mebibyte, what: 'The image' },
  feed: { types: ['application/json', 'text/csv'], bytesMax: 10 * mebibyte, what: 'The feed' },
} as const;
export type UploadKind = keyof typeof uploads;

export interface Uploaded {
  types: readonly string[];
  bytesMax: number;
  what: string;
}
/** Upload that an endpoint takes into file storage, if it does. */
export const uploadOf = (
  route: { kind: 'action'; body: BodyKind } | { kind: 'local' },
): Uploaded | undefined =>
  route.kind === 'action' && (route.body === 'image' || route.body === 'feed')
    ? uploads[route.body]
    : undefined;

/** Members of an input that no body may set. */
export const reservedNames: readonly string[] = ['courier_id', 'device', 'scenario', 'held_scopes'];

/** Whether the action has inputs other than the path's parameters. */
export const hasFurtherInputs = (input: z.ZodType, names: readonly string[]): boolean =>
  !(input instanceof z.ZodObject) ||
  Object.keys(input.shape).some((name) => ![...names, ...reservedNames].includes(name));
