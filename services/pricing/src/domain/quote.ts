/** A quote holds a price for 15 minutes. */
import {
  type InputOf,
  type OutputOf,
  type OwnProfile,
  type Priced,
  type pricing,
  type Quote as QuoteResource,
  resolveProfile,
  shownProfile,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { priceOf } from './price.ts';
import type { PriceBook } from './price-book.ts';

const holdMs = 15 * 60_000;

export interface QuoteRecord {
  id: string;
  expires_at: Date;
  priced: Priced;
}

/** The profile that jobs of this class are booked with by a quote; `own` are the tenant's. */
export function quotedProfile(
  request: Parameters<typeof resolveProfile>[0],
  temperature_class: Priced['temperature_class'],
  own: readonly OwnProfile[],
): Pick<Priced, 'temperature_profile'> {
  const profile = resolveProfile(request, temperature_class, own);
  if (profile && 'code' in profile)
    throw new Refusal(profile.code, profile.detail, { path: profile.path });
  return { temperature_profile: profile ?? undefined };
}

/** A quote holds its price from the moment it is made. */
export const holdPrice = (priced: Priced, id: string, now: Date): QuoteRecord => ({
  id,
  expires_at: new Date(now.getTime() + holdMs),
  priced,
});

/** A held price may be booked, more than once, until the quote expires. */
export function heldPriceOf(quote: QuoteRecord | undefined, now: Date): Priced {
  if (!quote) throw new Refusal('quote_not_found', 'No quote with this id.');
  if (now >= quote.expires_at) {
    throw new Refusal('quote_expired', `The quote expired at ${quote.expires_at.toISOString()}.`);
  }
  return quote.priced;
}

type Prices = (typeof pricing)['actions']['prices'];
interface PriceContext {
  book: PriceBook;
  quotes: readonly QuoteRecord[];
  now: Date;
}

const reasons = ['unknown_sku', 'quote_not_found', 'quote_expired'] as const;

/** Price or refusal of each request, independently of the others. */
export function pricesOf(
  requests: InputOf<Prices>['requests'],
  { book, quotes, now }: PriceContext,
): OutputOf<Prices>['prices'] {
  const byId = new Map(quotes.map((quote) => [quote.id, quote]));
  return requests.map((request) => {
    try {
      return 'quote_id' in request
        ? heldPriceOf(byId.get(request.quote_id), now)
        : priceOf(book, request);
    } catch (error) {
      const code = error instanceof Refusal && reasons.find((each) => each === error.code);
      if (!code) throw error;
      return { code, detail: error.detail };
    }
  });
}

/** Total with VAT. */
export const totalCents = ({ amount_cents, vat_cents }: Priced): number => amount_cents + vat_cents;

export const toResource = ({ id, expires_at, priced }: QuoteRecord): QuoteResource => ({
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
  ...shownProfile(priced.temperature_profile),
});
