/** No-break: an amount stays on one line. */
const space = '\u00a0';

/** Whole cents as `R 12 345.67`, as invoices write them; without binary fractions. */
export function formatMoney(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const rand = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, space);
  return `${cents < 0 ? '−' : ''}R${space}${rand}.${digits.slice(-2)}`;
}
