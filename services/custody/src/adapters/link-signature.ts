/** HMAC of file links, under a key that is derived from `SVC_SECRET`. */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '@svc/kit/encryption';
import { type FileLink, type SignedLink, signedText } from '../domain/file-link.ts';

export const signLink = (link: SignedLink, secret: string): string =>
  keyedHash(secret, 'file-link', signedText(link));

export function isLinkGenuine(link: FileLink & SignedLink, secret: string): boolean {
  const given = Buffer.from(link.signature, 'hex');
  return timingSafeEqual(given, Buffer.from(signLink(link, secret), 'hex'));
}
