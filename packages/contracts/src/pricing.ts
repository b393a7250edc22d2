/**
 * Pricing: price books and quotes.
 *
 * Terms
 * - **price book**: the versioned list of SKUs with prices; one version is current per environment.
 * - **SKU**: a service that can be priced; a *delivery* SKU can also be booked as a job.
 * - **quote**: a price held for 15 minutes.
 * - **priced**: what booking needs to know of a price, whether from a quote or made on the spot.
 */
import { z } from 'zod';
import { command, defineContract, event, query } from './define.ts';
import {
  cents,
  currency,
  empty,
  km,
  opaqueId,
  parcels,
  priority,
  requiredText,
  requirements,
  temperatureClass,
  timestamp,
  timing,
} from './primitives.ts';

export const priceRequest = z.object({
  sku: z.string().min(1).max(64),
  km: km.optional(),
  priority: priority.optional(),
  timing: timing.optional(),
  parcels: parcels.optional(),
});
export type PriceRequest = z.infer<typeof priceRequest>;

const priceIssues = {
  'priority.invalid_value': 'invalid_priority',
  'timing.invalid_value': 'invalid_timing',
} as const;
const priceRefusals = ['unknown_sku', 'invalid_priority', 'invalid_timing'] as const;

export const priceLine = z.object({ label: z.string(), amount_cents: cents });

export const quote = z.object({
  object: z.literal('quote'),
  id: z.string(),
  expires_at: timestamp,
  sku: z.string(),
  priority,
  km: z.number(),
  lines: z.array(priceLine),
  amount_cents: cents,
  vat_cents: cents,
  total_cents: cents,
  currency,
  vat_inclusive: z.boolean(),
  sla_minutes: z.int().positive(),
  price_book_version: z.string(),
});
export type Quote = z.infer<typeof quote>;

export const quoteList = z.object({
  object: z.literal('list'),
  price_book_version: z.string(),
  data: z.array(z.object({ id: z.string(), sku: z.string(), total_cents: cents })),
  quotable_skus: z.array(
    z.object({ sku: z.string(), name: z.string(), unit: z.string(), price_cents: cents }),
  ),
});

/** A price and the properties of its SKU, as a job keeps them. `base_cents` is the first line. */
export const priced = z.object({
  sku: z.string(),
  service: z.string(),
  priority,
  km: z.number(),
  parcels,
  timing,
  lines: z.array(priceLine),
  base_cents: cents,
  amount_cents: cents,
  vat_cents: cents,
  sla_minutes: z.int().positive(),
  delivery: z.boolean(),
  temperature_class: temperatureClass.nullable(),
  un_number: z.string(),
  requirements,
  price_book_version: z.string(),
});
export type Priced = z.infer<typeof priced>;

/** Why there is no price. */
const unpriced = z.object({
  code: z.enum(['unknown_sku', 'quote_not_found', 'quote_expired']),
  detail: z.string(),
});

export const pricing = defineContract({
  name: 'pricing',
  actions: {
    createQuote: command({
      input: priceRequest,
      output: quote,
      refusals: priceRefusals,
      issues: priceIssues,
    }),
    /** The caller's unexpired quotes, newest first, and what can be quoted. */
    listQuotes: query({ input: empty, output: quoteList, refusals: [] }),
    /** Prices a direct booking; nothing is stored. */
    price: query({
      input: priceRequest,
      output: priced,
      refusals: priceRefusals,
      issues: priceIssues,
    }),
    /** The held price of a quote, refused once it has expired. */
    heldPrice: query({
      input: z.object({ quote_id: opaqueId }),
      output: priced,
      refusals: ['quote_not_found', 'quote_expired'],
      issues: { 'quote_id.invalid_format': 'quote_not_found' },
    }),
    /** Prices many bookings, each by its quote or on the spot, in the order of the requests. */
    prices: query({
      input: z.object({
        requests: z
          .array(z.union([z.object({ quote_id: requiredText(64) }), priceRequest]))
          .max(100),
      }),
      output: z.object({ prices: z.array(z.union([priced, unpriced])) }),
      refusals: [],
    }),
    currentVersion: query({
      input: empty,
      output: z.object({ price_book_version: z.string() }),
      refusals: [],
    }),
    /** Imports a price book (YAML text) as its version and makes it current; the same twice is no change. */
    importPriceBook: command({
      input: z.object({ yaml: z.string().max(300_000) }),
      output: z.object({ price_book_version: z.string(), skus: z.int() }),
      refusals: ['invalid_body'],
    }),
  },
  events: {
    'quote.created': event(
      z.object({
        quote_id: z.string(),
        sku: z.string(),
        total_cents: cents,
        expires_at: timestamp,
      }),
      empty,
    ),
  },
});
