/**
 * Signed links: an address that opens one file until it expires. `<file id>.<expiry>.<signature>`
 */
export interface FileLink {
  fileId: string;
  /** Unix time in seconds. */
  expires: number;
  signature: string;
}

/** The signed content. Raising the file's link version revokes all its links. */
export interface SignedLink extends Omit<FileLink, 'signature'> {
  version: number;
}

/** Lifetime of links in API responses: 15 minutes. */
export const shortLifeSeconds = 15 * 60;
/** Lifetime of links in files that are opened later: 90 days. */
export const longLifeSeconds = 90 * 24 * 60 * 60;

export const expiryOf = (now: Date, lifeSeconds: number): number =>
  Math.floor(now.getTime() / 1000) + lifeSeconds;

export const signedText = ({ fileId, expires, version }: SignedLink): string =>
  `${fileId}\n${expires}\n${version}`;

export const writeLink = ({ fileId, expires, signature }: FileLink): string =>
  `${fileId}.${expires}.${signature}`;

/** The parts of a link that has not expired; undefined for anything else. */
export function readLink(link: string, now: Date): FileLink | undefined {
  const [, fileId, seconds, signature] =
    /^(file_\w{1,60})\.([1-9]\d{0,11})\.([0-9a-f]{64})$/.exec(link) ?? [];
  if (!fileId || !seconds || !signature) return undefined;
  const expires = Number(seconds);
  return now.getTime() < expires * 1000 ? { fileId, expires, signature } : undefined;
}
