/**
 * Money in whole cents, rounded the same way in every service: to the nearest cent, halves up.
 * Integers only: a binary fraction can fall on the wrong side of a half.
 */

/** A fraction of cents; numerator and denominator are whole numbers. */
export const roundedCents = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** Percentage of an amount, for VAT or a fee. */
export const percentOf = (amount_cents: number, percent: number): number =>
  roundedCents(amount_cents * percent, 100);
