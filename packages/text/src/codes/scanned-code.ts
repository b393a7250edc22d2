/**
 * Identifier that a symbol encodes. `value` is spelled as in lists: without symbology identifier,
 * application identifier and flags, so that two readings of one symbol by different scanners agree.
 */
import { readDonationNumber, shownDonationNumber } from './donation-number.ts';
import { type Element, groupSeparator, readElementString } from './elements.ts';
import { type ParcelCode, readParcelCode, unspaced } from './parcel-code.ts';

export type ScannedCode = { value: string } & (
  | { kind: 'parcel'; scheme: ParcelCode['scheme'] }
  /** ISBT 128; `shown` is as printed for people. */
  | { kind: 'donation'; shown: string }
  /** A GS1 element string without an SSCC. */
  | { kind: 'elements'; elements: readonly Element[] }
  | { kind: 'text' }
  /** A symbol that contradicts itself; `fault` says how, for people. */
  | { kind: 'wrong'; fault: string }
);

/** ISO/IEC 15424; these modifiers say that FNC1 is in first position, as GS1 symbols have it. */
const gs1Identifiers = new Set([']C1', ']d2', ']Q3', ']e0']);
const symbology = /^\][A-Za-z]\d/;

export function readScannedCode(scanned: string): ScannedCode {
  const [identifier = ''] = symbology.exec(scanned) ?? [];
  const text = scanned.slice(identifier.length);
  if (gs1Identifiers.has(identifier) || text.startsWith(groupSeparator)) {
    return readGs1(text.replace(groupSeparator, (found, at) => (at === 0 ? '' : found)));
  }
  return readPlain(text);
}

function readGs1(text: string): ScannedCode {
  const elements = readElementString(text);
  if (typeof elements === 'string') return { kind: 'wrong', value: text, fault: elements };
  const sscc = elements.find(({ ai }) => ai === '00');
  return sscc
    ? { kind: 'parcel', scheme: 'sscc', value: sscc.value }
    : { kind: 'elements', value: text, elements };
}

/** The form of an SSCC with its AI, and of the carrier's own code: then the check must be right. */
const numbersOfOurs = /^(?:00\d{18}|P[0-9A-HJKMNP-TV-Z]{16}[0-9A-Z])$/;

function readPlain(text: string): ScannedCode {
  const parcel = readParcelCode(text);
  if (parcel) return { kind: 'parcel', ...parcel };
  if (numbersOfOurs.test(unspaced(text))) {
    return { kind: 'wrong', value: text, fault: 'Its check character is wrong.' };
  }
  // 13 digits alone are rather an EAN-13: a barcode of ISBT 128 has its data identifier, `=`.
  const donation = /^\d+$/.test(text) ? undefined : readDonationNumber(text);
  if (donation) {
    return { kind: 'donation', value: donation.number, shown: shownDonationNumber(text) ?? '' };
  }
  return /^[^\p{Cc}]+$/u.test(text)
    ? { kind: 'text', value: text }
    : { kind: 'wrong', value: text, fault: 'It has characters that no number has.' };
}

/** The one of a list that a scan means, though scanners and lists write numbers differently. */
export function matchingCode(scanned: string, listed: readonly string[]): string | undefined {
  const text = scanned.trim();
  if (listed.includes(text)) return text;
  const code = readScannedCode(text);
  if (code.kind === 'wrong') return undefined;
  const key = code.value.toUpperCase();
  return listed.find((each) => readScannedCode(each).value.toUpperCase() === key);
}
