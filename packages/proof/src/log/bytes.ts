/** Bytes and their texts, strict: every value has exactly one spelling. Runs in Node and browsers. */

/** A text or file that does not have the form that its specification demands. */
export class FormatError extends Error {}

const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Throws FormatError where the bytes are not UTF-8. */
export function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new FormatError('it is not UTF-8');
  }
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** RFC 4648, section 4, with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Throws FormatError for any spelling but the one that `toBase64` writes. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) {
    throw new FormatError('it is not base64');
  }
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  if (toBase64(bytes) !== text) throw new FormatError('its base64 has stray bits');
  return bytes;
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A decimal without leading zeroes, at most 2^53 - 1. Throws FormatError. */
export function fromDecimal(text: string): number {
  if (!/^(0|[1-9][0-9]{0,15})$/.test(text)) throw new FormatError('it is not a decimal number');
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new FormatError('it is above 2^53 - 1');
  return value;
}
