/** Quotes. */
import type { EndpointCases, Rule } from './endpoint.ts';

const quoteWith =
  (body: object): Rule =>
  async (stand) =>
    (await stand.actor()).send('POST /quotes', { body: { sku: 'LAB-STD', ...body } });

export const pricing: EndpointCases = {
  fields: {
    Quote: `object id expires_at sku priority km lines[].label lines[].amount_cents amount_cents
      vat_cents total_cents currency vat_inclusive sla_minutes price_book_version`,
    QuoteList: `object price_book_version data[].id data[].sku data[].total_cents
      quotable_skus[].sku quotable_skus[].name quotable_skus[].unit quotable_skus[].price_cents`,
  },
  grants: { 'quotes:write': { createQuote: 'Quote', listQuotes: 'QuoteList' } },
  refusals: {
    'createQuote unknown_sku': quoteWith({ sku: 'NO-SUCH-SKU' }),
    'createQuote invalid_priority': quoteWith({ priority: 'yesterday' }),
    'createQuote invalid_timing': quoteWith({ timing: 'full_moon' }),
  },
};
