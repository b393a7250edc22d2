/** Donation identification numbers of ISBT 128: read and printed, never made. */

const form =
  /^(?:=([A-NP-Z1-9][0-9]{4}[0-9]{2}[0-9]{6})([0-9A-Z]{2})|([A-NP-Z1-9][0-9]{4}[0-9]{2}[0-9]{6}))$/;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*';

/** ISO/IEC 7064, MOD 37-2: the boxed character beside the printed number, in no barcode. */
export function donationCheck(number: string): string {
  const rest = [...number].reduce(
    (sum, character) => ((sum + alphabet.indexOf(character)) * 2) % 37,
    0,
  );
  return alphabet.charAt((38 - rest) % 37);
}

/** The printed form, with or without flags; digits alone, without blanks, are another number. */
const printed =
  /^(?!\d+$)([A-NP-Z1-9][0-9]{4})\s*([0-9]{2})\s*([0-9]{6})\s*([0-9A-Z]{2})?\s*([0-9A-Z*])$/;

/** Without the data identifier and, apart from it, the flag characters; undefined for other codes. */
export function readDonationNumber(
  scanned: string,
): { number: string; flags: string | undefined } | undefined {
  const code = scanned.trim().toUpperCase();
  const [, coded, flags, bare] = form.exec(code) ?? [];
  const number = coded ?? bare;
  if (number !== undefined) return { number, flags };
  const [, facility = '', year = '', serial = '', typedFlags, check] = printed.exec(code) ?? [];
  const typed = facility + year + serial;
  const isRight = check !== undefined && donationCheck(typed) === check;
  return isRight ? { number: typed, flags: typedFlags } : undefined;
}

/**
 * As it is printed again, data structure 001 (`=` and flag characters) in Code 128; undefined where
 * the number came without them, for flags are the blood service's to give.
 */
export function donationSymbol(scanned: string): { scheme: 'donation'; value: string } | undefined {
  const found = readDonationNumber(scanned);
  if (found?.flags === undefined) return undefined;
  return { scheme: 'donation', value: `=${found.number}${found.flags}` };
}

/** As printed for people, `G1517 26 600001 00 M`; undefined where it is no such number. */
export function shownDonationNumber(scanned: string): string | undefined {
  const found = readDonationNumber(scanned);
  if (!found) return undefined;
  const { number, flags } = found;
  const parts = [number.slice(0, 5), number.slice(5, 7), number.slice(7)];
  return [...parts, ...(flags === undefined ? [] : [flags]), donationCheck(number)].join(' ');
}
