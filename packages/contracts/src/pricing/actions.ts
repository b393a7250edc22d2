import { z } from 'zod';
import { command, query } from '../define.ts';
import { empty, km, opaqueId, parcels, requiredLine, temperatureClass } from '../primitives.ts';
import { profileRefusals, requestedProfile } from '../temperature-profiles.ts';
import { families, priceIssues, priceRefusals, priceRequest, quoteRequest } from './requests.ts';
import { priced, priceList, quote, quoteList, unpriced } from './resource.ts';

export const pricingActions = {
  createQuote: command({
    input: quoteRequest,
    output: quote,
    refusals: [...priceRefusals, ...profileRefusals],
    issues: priceIssues,
    example: { sku: 'LAB-STD', km: 22, priority: 'same_day', timing: 'standard', parcels: 1 },
  }),
  /** The caller's unexpired quotes, newest first, and all quotable SKUs. */
  listQuotes: query({ input: empty, output: quoteList, refusals: [] }),
  /** Prices a direct booking; nothing is stored. */
  price: query({
    input: priceRequest,
    output: priced,
    refusals: priceRefusals,
    issues: priceIssues,
  }),
  /** The held price of a quote; refused once it has expired. */
  heldPrice: query({
    input: z.object({ quote_id: opaqueId }),
    output: priced,
    refusals: ['quote_not_found', 'quote_expired'],
    issues: { 'quote_id.invalid_format': 'quote_not_found' },
  }),
  /** Prices many bookings, each by its quote or directly, in the order of the requests. */
  prices: query({
    input: z.object({
      requests: z.array(z.union([z.object({ quote_id: requiredLine(64) }), priceRequest])).max(100),
    }),
    output: z.object({ prices: z.array(z.union([priced, unpriced])) }),
    refusals: [],
  }),
  /**
   * Holds the prices of all deliveries of a family at this temperature, each at its usual priority
   * and at STAT; cheapest first. Emits no `quote.created`, because no client requested them.
   */
  holdOptions: command({
    input: z.object({
      family: z.enum(families),
      temperature_class: temperatureClass,
      km,
      parcels,
      ...requestedProfile,
    }),
    output: z.object({ quotes: z.array(quote) }),
    refusals: profileRefusals,
  }),
  currentVersion: query({
    input: empty,
    output: z.object({ price_book_version: z.string() }),
    refusals: [],
  }),
  /** All numbers that prices are calculated from. */
  currentPrices: query({ input: empty, output: priceList, refusals: [] }),
  /** Imports a price book (YAML text) under its version and makes it current; idempotent. */
  importPriceBook: command({
    input: z.object({ yaml: z.string().max(300_000) }),
    output: z.object({ price_book_version: z.string(), skus: z.int() }),
    refusals: ['invalid_body'],
  }),
};
