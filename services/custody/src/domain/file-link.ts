/** Signed links: an address that opens one file until it expires. `<file id>.<expiry>.<signature>` */
export interface FileLink {
  fileId: string;
  /** Unix time in seconds. */
  expires: number;
  signature: string;
}

const lifeSeconds = 15 * 60;

/** A link lives for 15 minutes. */
export const expiryOf = (now: Date): number => Math.floor(now.getTime() / 1000) + lifeSeconds;

/** What is signed: the file and the end of the link's life. */
export const signedText = ({ fileId, expires }: Omit<FileLink, 'signature'>): string =>
  `${fileId}\n${expires}`;

export const writeLink = ({ fileId, expires, signature }: FileLink): string =>
  `${fileId}.${expires}.${signature}`;

/** The parts of a link that has not expired; undefined for anything else. */
export function readLink(link: string, now: Date): FileLink | undefined {
  const [, fileId, seconds, signature] =
    /^(file_\w{1,60})\.(\d{1,12})\.([0-9a-f]{64})$/.exec(link) ?? [];
  if (!fileId || !seconds || !signature) return undefined;
  const expires = Number(seconds);
  return now.getTime() < expires * 1000 ? { fileId, expires, signature } : undefined;
}
