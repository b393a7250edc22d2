/** What the body of a request can be, beside JSON. */

export type BodyKind = 'none' | 'json' | 'signed' | UploadKind;
export const imageTypes = ['image/png', 'image/jpeg'] as const;

const mebibyte = 1_048_576;
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
/** What an endpoint takes into file storage, if it does. */
export const uploadOf = (
  route: { kind: 'action'; body: BodyKind } | { kind: 'local' },
): Uploaded | undefined =>
  route.kind === 'action' && (route.body === 'image' || route.body === 'feed')
    ? uploads[route.body]
    : undefined;
