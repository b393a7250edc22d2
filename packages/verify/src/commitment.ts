/** Salted commitments: bind the chain to a text that it does not hold. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { toHex, utf8 } from '@svc/tlog/bytes';

/** HMAC-SHA-256 under the salt's bytes, of the text in normal form C. */
export const commitment = (salt: string, text: string): string =>
  `hmac-sha256:${toHex(hmac(sha256, hexToBytes(salt), utf8(text.normalize('NFC'))))}`;
