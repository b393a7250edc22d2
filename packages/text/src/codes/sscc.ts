/**
 * Serial Shipping Container Code (GS1 General Specifications 2.2.1): extension digit, company
 * prefix, serial reference and check digit, 18 digits in all.
 */

interface SsccIssuer {
  /** GS1 Company Prefix, 7 to 10 digits. */
  company_prefix: string;
  /** 0 to 9; parts the numbers of this system from those that the company gives itself. */
  extension_digit: number;
}

const digitsBeforeCheck = 17;

/** GS1 mod 10: from the right, digits weigh 3, 1, 3, … */
export function checkDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** How many serial references a company prefix leaves. */
export const serialsOf = ({ company_prefix }: Pick<SsccIssuer, 'company_prefix'>): number =>
  10 ** (digitsBeforeCheck - 1 - company_prefix.length);

/** Serials count from 0. */
export function ssccOf(issuer: SsccIssuer, serial: number): string {
  if (serial >= serialsOf(issuer)) throw new RangeError('the serial references are used up');
  const head = `${issuer.extension_digit}${issuer.company_prefix}`;
  const body = head + String(serial).padStart(digitsBeforeCheck - head.length, '0');
  return body + checkDigit(body);
}

export const isSscc = (text: string): boolean =>
  /^\d{18}$/.test(text) && checkDigit(text.slice(0, -1)) === text.at(-1);
