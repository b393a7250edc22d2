import { describe, expect, it } from 'vitest';
import { book } from '../../test/book.ts';
import { priceOf } from './price.ts';
import { heldPriceOf, holdPrice, toResource } from './quote.ts';

const now = new Date('2026-11-02T08:00:00.000Z');
const quote = holdPrice(priceOf(book, { sku: 'LAB-STD', km: 22.5 }), 'q_1', now);
const after = (ms: number) => new Date(now.getTime() + ms);

describe('a quote', () => {
  it('has lines, VAT and total of the price it holds', () => {
    expect(toResource(quote)).toEqual({
      object: 'quote',
      id: 'q_1',
      expires_at: '2026-11-02T08:15:00.000Z',
      sku: 'LAB-STD',
      priority: 'same_day',
      km: 22.5,
      lines: [
        { label: 'Specimens', amount_cents: 18_501 },
        { label: 'Distance beyond 15 km: 7.5 km', amount_cents: 6750 },
      ],
      amount_cents: 25_251,
      vat_cents: 3788,
      total_cents: 29_039,
      currency: 'ZAR',
      vat_inclusive: false,
      sla_minutes: 240,
      price_book_version: '2026-11',
      ...{ temperature_profile: null, dry_ice_kg: null },
    });
  });

  it('holds its price until the last millisecond before it expires', () => {
    expect(heldPriceOf(quote, after(15 * 60_000 - 1))).toEqual(quote.priced);
  });

  it('is refused from the moment it expires', () => {
    expect(() => heldPriceOf(quote, after(15 * 60_000))).toThrow(
      'quote_expired: The quote expired at 2026-11-02T08:15:00.000Z.',
    );
  });

  it('is refused when there is none', () => {
    expect(() => heldPriceOf(undefined, now)).toThrow(/^quote_not_found: /);
  });
});
