/** Request bodies other than JSON. */
import { z } from 'zod';

export type BodyKind = 'none' | 'json' | RawKind | UploadKind;
/** Bodies that pass on unread: signed by us, or in the format of another system. */
export type RawKind = 'signed' | 'forwarded';
export const isRaw = (body: BodyKind): body is RawKind => body === 'signed' || body === 'forwarded';
export const imageTypes = ['image/png', 'image/jpeg'] as const;

const kibibyte = 1_024;
const mebibyte = 1_048_576;
/** Default limit of a JSON body; larger than any resource a person writes. */
export const usualBytesMax = 64 * kibibyte;
/** For lists of a thousand ids or barcodes. */
export const listBytesMax = 128 * kibibyte;
export const manifestBytesMax = mebibyte;
/** Fits the bus limit of 400 KB in base64. */
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
/** The upload that an endpoint writes to file storage, if any. */
export const uploadOf = (
  route: { kind: 'action'; body: BodyKind } | { kind: 'local' },
): Uploaded | undefined =>
  route.kind === 'action' && (route.body === 'image' || route.body === 'feed')
    ? uploads[route.body]
    : undefined;

/** Input members that a body may never set. */
export const reservedNames: readonly string[] = ['courier_id', 'device', 'scenario', 'held_scopes'];

/** Whether the action has inputs other than the path's parameters. */
export const hasFurtherInputs = (input: z.ZodType, names: readonly string[]): boolean =>
  !(input instanceof z.ZodObject) ||
  Object.keys(input.shape).some((name) => ![...names, ...reservedNames].includes(name));
