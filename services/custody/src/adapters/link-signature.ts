/** HMAC of file links, under a key that is derived from `SVC_SECRET`. */
import { isKeyedHash, keyedHash } from '@svc/kit/encryption';
import { type FileLink, type SignedLink, signedText } from '../domain/file-link.ts';

const purpose = 'file-link';

export const signLink = (link: SignedLink, secrets: string): string =>
  keyedHash(secrets, purpose, signedText(link));

export const isLinkGenuine = (link: FileLink & SignedLink, secrets: string): boolean =>
  isKeyedHash(link.signature, { secrets, purpose, text: signedText(link) });
