/**
 * Number on a parcel: an SSCC where the sender has a GS1 company prefix, else a code of the
 * carrier's own scheme, `P`, the 16 random characters of the parcel's id (ULID) and a check
 * character. It begins with a letter and carries no GS1 application identifier: no scanner takes it
 * for an SSCC.
 */
import { isSscc } from './sscc.ts';

export interface ParcelCode {
  scheme: 'sscc' | 'own';
  value: string;
}

/** Content of a symbol: a number on the parcel, or that of a donation, `=` and 15 characters. */
export type SymbolContent = ParcelCode | { scheme: 'donation'; value: string };

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** ISO/IEC 7064, MOD 37,36 (hybrid): finds each single wrong character and each swap of two. */
export function checkCharacter(text: string): string {
  const modulus = alphabet.length;
  let product = modulus;
  for (const character of text) {
    const sum = (product + alphabet.indexOf(character)) % modulus || modulus;
    product = (sum * 2) % (modulus + 1);
  }
  return alphabet.charAt((modulus + 1 - product) % modulus);
}

const randomLength = 16;

export function parcelCode({ id, sscc }: { id: string; sscc: string | null }): ParcelCode {
  if (sscc !== null) return { scheme: 'sscc', value: sscc };
  const body = `P${id.slice(-randomLength).toUpperCase()}`;
  return { scheme: 'own', value: body + checkCharacter(body) };
}

const ownForm = /^P[0-9A-HJKMNP-TV-Z]{16}[0-9A-Z]$/;

export const isOwnCode = (text: string): boolean =>
  ownForm.test(text) && checkCharacter(text.slice(0, -1)) === text.at(-1);

/** Typed as labels print it: without blanks and brackets, in capitals. */
export const unspaced = (typed: string): string => typed.toUpperCase().replaceAll(/[\s()]/g, '');

/** Parses a scanned or typed code, without its application identifier; undefined for other codes. */
export function readParcelCode(scanned: string): ParcelCode | undefined {
  const code = unspaced(scanned);
  if (isOwnCode(code)) return { scheme: 'own', value: code };
  const value = code.replace(/^(?:\][A-Z]\d)?00(?=\d{18}$)/, '');
  return isSscc(value) ? { scheme: 'sscc', value } : undefined;
}

/** For people: an SSCC as `(00) 3 6001234 …` is read digit by digit, in groups of four. */
export const shownCode = ({ scheme, value }: ParcelCode): string =>
  `${scheme === 'sscc' ? '(00) ' : ''}${(value.match(/.{1,4}/g) ?? []).join(' ')}`;
