/** A quote holds a price for 15 minutes. */
import type { Priced, Quote as QuoteResource } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

const holdMs = 15 * 60_000;

export interface Quote {
  id: string;
  expires_at: Date;
  priced: Priced;
}

/** A quote holds its price from the moment it is made. */
export const holdPrice = (priced: Priced, id: string, now: Date): Quote => ({
  id,
  expires_at: new Date(now.getTime() + holdMs),
  priced,
});

/** A held price may be booked, more than once, until the quote expires. */
export function heldPriceOf(quote: Quote | undefined, now: Date): Priced {
  if (!quote) throw new Refusal('quote_not_found', 'No quote with this id.');
  if (now >= quote.expires_at) {
    throw new Refusal('quote_expired', `The quote expired at ${quote.expires_at.toISOString()}.`);
  }
  return quote.priced;
}

/** What the client pays: the lines and the VAT on them. */
export const totalCents = ({ amount_cents, vat_cents }: Priced): number => amount_cents + vat_cents;

export const toResource = ({ id, expires_at, priced }: Quote): QuoteResource => ({
  object: 'quote',
  id,
  expires_at: expires_at.toISOString(),
  sku: priced.sku,
  priority: priced.priority,
  km: priced.km,
  lines: priced.lines,
  amount_cents: priced.amount_cents,
  vat_cents: priced.vat_cents,
  total_cents: totalCents(priced),
  currency: 'ZAR',
  vat_inclusive: false,
  sla_minutes: priced.sla_minutes,
  price_book_version: priced.price_book_version,
});
