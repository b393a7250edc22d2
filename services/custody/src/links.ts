/** Addresses that open a file for a quarter of an hour, without a credential. */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '@svc/kit/seal';
import type { Config } from './config.ts';
import { expiryOf, type FileLink, readLink, signedText, writeLink } from './domain/file-link.ts';

const sign = (link: Omit<FileLink, 'signature'>, secret: string): string =>
  keyedHash(secret, 'file-link', signedText(link));

/** Null for no file. */
export function fileUrl(fileId: string | null, now: Date, config: Config): string | null {
  if (fileId === null) return null;
  const link = { fileId, expires: expiryOf(now) };
  const signature = sign(link, config.SVC_SECRET);
  return `${config.SVC_PUBLIC_URL}/files/proof/${writeLink({ ...link, signature })}`;
}

/** The id of the file that a link opens now; undefined for one that is forged or expired. */
export function fileOfLink(text: string, now: Date, { SVC_SECRET }: Config): string | undefined {
  const link = readLink(text, now);
  if (!link) return undefined;
  const given = Buffer.from(link.signature, 'hex');
  const right = Buffer.from(sign(link, SVC_SECRET), 'hex');
  return timingSafeEqual(given, right) ? link.fileId : undefined;
}
