/** Salted commitments: bind the chain to a text that it does not hold. */
import { createHmac } from 'node:crypto';

/** HMAC-SHA-256 under the salt's bytes, of the text in normal form C. */
export const commitment = (salt: string, text: string): string =>
  `hmac-sha256:${createHmac('sha256', Buffer.from(salt, 'hex')).update(text.normalize('NFC')).digest('hex')}`;
