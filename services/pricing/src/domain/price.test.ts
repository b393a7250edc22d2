import { priorities, timings } from '@svc/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { book } from '../../test/book.ts';
import { priceOf } from './price.ts';

describe('price', () => {
  it('takes from the SKU what the request leaves out', () => {
    expect(priceOf(book, { sku: 'LAB-STD' })).toEqual({
      sku: 'LAB-STD',
      service: 'Specimens',
      priority: 'same_day',
      km: 15,
      parcels: 1,
      timing: 'standard',
      lines: [{ label: 'Specimens', amount_cents: 18_501 }],
      base_cents: 18_501,
      amount_cents: 18_501,
      vat_cents: 2775,
      vat_percent: 15,
      sla_minutes: 240,
      delivery: true,
      temperature_class: 'ambient',
      un_number: 'UN3373',
      requirements: { otp: false, id_check: false, signature: true, photo: false },
      price_book_version: '2026-11',
    });
  });

  it('lists base, distance and parcels in this order', () => {
    const { lines, amount_cents } = priceOf(book, {
      sku: 'LAB-STD',
      km: 22.5,
      timing: 'sunday',
      parcels: 3,
    });
    expect(lines).toEqual([
      { label: 'Specimens (Sunday × 2)', amount_cents: 37_002 },
      { label: 'Distance beyond 15 km: 7.5 km', amount_cents: 6750 },
      { label: 'Additional parcels: 2', amount_cents: 5000 },
    ]);
    expect(amount_cents).toBe(48_752);
  });

  it.each([
    ['standard', 18_501],
    ['after_hours', 27_752],
    ['saturday', 24_051],
    ['sunday', 37_002],
  ] as const)('multiplies the base alone by the timing %s, half up', (timing, cents) => {
    expect(priceOf(book, { sku: 'LAB-STD', timing, km: 16 }).lines).toMatchObject([
      { amount_cents: cents },
      { amount_cents: 900 },
    ]);
  });

  it.each([
    [0, undefined],
    [15, undefined],
    [15.001, 1],
    [15.005, 5],
    [16.115, 1004],
    [17.345, 2111],
    [2000, 1_786_500],
  ])('charges %d km with %s cents of distance', (km, cents) => {
    expect(priceOf(book, { sku: 'LAB-STD', km }).lines[1]?.amount_cents).toBe(cents);
  });

  it.each([
    ['LAB-STD', { sku: 'LAB-STAT', amount_cents: 39_500, sla_minutes: 60 }],
    ['LAB-STAT', { sku: 'LAB-STAT', amount_cents: 39_500, sla_minutes: 60 }],
    ['HOS-STD', { sku: 'HOS-STD', amount_cents: 21_500, sla_minutes: 90 }],
  ])('prices the SKU %s at STAT as %o', (sku, price) => {
    expect(priceOf(book, { sku, priority: 'stat' })).toMatchObject({ priority: 'stat', ...price });
  });

  it('names an unknown SKU and the book that lacks it', () => {
    expect(() => priceOf(book, { sku: 'LAB-NOPE' })).toThrow(
      'unknown_sku: SKU LAB-NOPE is not in price book 2026-11.',
    );
  });
});

const request = fc.record({
  sku: fc.constantFrom(...book.skus.map(({ sku }) => sku)),
  km: fc.integer({ min: 0, max: 2_000_000 }).map((metres) => metres / 1000),
  priority: fc.constantFrom(...priorities),
  timing: fc.constantFrom(...timings),
  parcels: fc.integer({ min: 1, max: 99 }),
});

describe('every price', () => {
  it('is the sum of its lines, in whole cents', () => {
    fc.assert(
      fc.property(request, (trip) => {
        const { lines, base_cents, amount_cents } = priceOf(book, trip);
        expect(lines.every((line) => Number.isSafeInteger(line.amount_cents))).toBe(true);
        expect(lines.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(amount_cents);
        expect(lines[0]?.amount_cents).toBe(base_cents);
      }),
    );
  });

  it('has VAT of 15 % to the nearest cent, halves up', () => {
    fc.assert(
      fc.property(request, (trip) => {
        const { amount_cents, vat_cents } = priceOf(book, trip);
        const distance = vat_cents * 100 - amount_cents * 15;
        expect(distance > -50 && distance <= 50).toBe(true);
      }),
    );
  });

  it('does not fall with a longer distance or more parcels', () => {
    fc.assert(
      fc.property(request, request, (one, other) => {
        const near = { ...one, km: Math.min(one.km, other.km), parcels: 1 };
        const far = { ...one, km: Math.max(one.km, other.km) };
        expect(priceOf(book, far).amount_cents).toBeGreaterThanOrEqual(
          priceOf(book, near).amount_cents,
        );
      }),
    );
  });

  it('charges distance exactly as whole-number arithmetic would', () => {
    fc.assert(
      fc.property(fc.integer({ min: 15_001, max: 2_000_000 }), (metres) => {
        const [, distance] = priceOf(book, { sku: 'LAB-STD', km: metres / 1000 }).lines;
        const exact = (BigInt(metres - 15_000) * 900n * 2n + 1000n) / 2000n;
        expect(BigInt(distance?.amount_cents ?? -1)).toBe(exact);
      }),
    );
  });
});
