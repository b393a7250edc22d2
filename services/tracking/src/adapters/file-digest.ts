import { createHash } from 'node:crypto';

/** SHA-256 of a text as UTF-8, as certificates name it. */
export const digestOfText = (text: string): string =>
  `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
