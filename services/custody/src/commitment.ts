/** The recipient in the chain: a value that binds to the name and tells nothing of it. */
import { createHmac, randomBytes } from 'node:crypto';

/** 256 bits; once it is erased, not even a guessed name can be tried. */
export const newSalt = (): string => randomBytes(32).toString('hex');

/** HMAC-SHA-256 under the salt's bytes, of the name in normal form C. */
export const commitment = (salt: string, name: string): string =>
  `hmac-sha256:${createHmac('sha256', Buffer.from(salt, 'hex')).update(name.normalize('NFC')).digest('hex')}`;
