import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentOf, roundedCents } from './money.ts';

describe('a fraction of cents', () => {
  it.each([
    [0, 10, 0],
    [149, 100, 1],
    [150, 100, 2],
    [18_501, 2, 9251],
    [1, 3, 0],
    [2, 3, 1],
  ])('%i / %i is %i cents', (numerator, denominator, cents) => {
    expect(roundedCents(numerator, denominator)).toBe(cents);
  });

  it('is the nearest cent, halves up, as exact arithmetic has it', () => {
    const numerators = fc.integer({ min: 0, max: 100_000_000_000 });
    fc.assert(
      fc.property(numerators, fc.integer({ min: 1, max: 1000 }), (numerator, denominator) => {
        const exact = (2n * BigInt(numerator) + BigInt(denominator)) / (2n * BigInt(denominator));
        expect(roundedCents(numerator, denominator)).toBe(Number(exact));
      }),
    );
  });
});

describe('a percentage', () => {
  it.each([
    ['VAT', 18_501, 15, 2775],
    ['VAT of a cent', 1, 15, 0],
    ['VAT at half a cent', 10, 15, 2],
    ['half of a base price', 18_501, 50, 9251],
    ['no VAT', 18_501, 0, 0],
  ])('%s: of %i cents at %i %% is %i cents', (_what, amount_cents, percent, cents) => {
    expect(percentOf(amount_cents, percent)).toBe(cents);
  });
});
