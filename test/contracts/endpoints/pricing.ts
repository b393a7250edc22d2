/** Quotes. */
import type { EndpointCases } from './endpoint.ts';

export const pricing: EndpointCases = {
  fields: {
    Quote: `object id expires_at sku priority km lines{label amount_cents} amount_cents vat_cents
      total_cents currency vat_inclusive sla_minutes price_book_version`,
    QuoteList: `object price_book_version data{id sku total_cents} quotable_skus{sku name unit
      price_cents}`,
  },
  grants: {
    'quotes:write': 'createQuote=Quote listQuotes=QuoteList',
  },
  refusals: {
    'createQuote unknown_sku': { body: { sku: 'NO-SUCH-SKU' } },
    'createQuote invalid_priority': { body: { priority: 'yesterday' } },
    'createQuote invalid_timing': { body: { timing: 'full_moon' } },
  },
};
